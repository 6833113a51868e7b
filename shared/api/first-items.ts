// First items: what the addresses without an id show, /about and /download; and about pages by what their address names.
import { contactSign, firstAboutId, firstByOrder } from '../constants.ts'
import type { About, Download } from '../content/content.ts'
import { apiError, found } from '../errors.ts'
import type { Api } from './api.ts'

type Lookups = Pick<Api, 'about' | 'aboutInfo' | 'download'>

/** The first about page by the order of the origin, the text of the contact page last; undefined where there is none. */
export async function firstAbout(api: Lookups): Promise<About | undefined> {
  const known = await found(api.about({ id: firstAboutId }))
  const isOther = known && known.sign !== contactSign
  const about = isOther ? known : ((await found(api.about({ id: firstByOrder }))) ?? known)
  const first = about && firstListed(about)
  if (!first || first === about.id) return about
  return (await found(api.about({ id: first }))) ?? about
}

/** Whether `/about` shows this page. */
export async function isFirstAbout(api: Lookups, about: About): Promise<boolean> {
  const mayBeFirst = about.id === firstAboutId || firstListed(about) === about.id
  return mayBeFirst && (await firstAbout(api))?.id === about.id
}

/** Undefined where the page is not in its own list of siblings, so that its place is not known. */
function firstListed({ id, siblings }: About): number | undefined {
  const listed = siblings.filter(({ sign }) => sign !== contactSign)
  return listed.some((sibling) => sibling.id === id) ? listed[0]?.id : undefined
}

/** An about page by its id or its sign. */
export async function aboutBy(api: Lookups, idOrSign: string): Promise<About> {
  if (!/^\d+$/.test(idOrSign)) return api.aboutInfo({ sign: idOrSign })
  return api.about({ id: itemId(idOrSign) })
}

/** The category with the configured id, else the first by the order of the origin; undefined where there is none. */
export async function defaultDownload(api: Lookups, configuredId: number): Promise<Download | undefined> {
  return (
    (await found(api.download({ id: configuredId }))) ?? (await found(api.download({ id: firstByOrder })))
  )
}

export async function downloadBy(api: Lookups, id: string): Promise<Download> {
  return api.download({ id: itemId(id) })
}

/** Throws ApiError `missing` for the id that names no item but the first one. */
function itemId(id: string): string {
  if (Number(id) === firstByOrder) throw apiError('missing', `${id} is not the id of an item`)
  return id
}
