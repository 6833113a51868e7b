// Look-ups of pages and categories: about pages by id, by sign, and the first one; downloads by id, and the default category; manuals.
import { contactSign, firstAboutId, firstByOrder } from '../constants.ts'
import type { About, Download, ManualSummary } from '../content/content.ts'
import { apiError, found } from '../errors.ts'
import type { Api } from './api.ts'

/**
 * The first about page by the order of the upstream, the text of the contact page last; undefined where there is none.
 * `byId`: the page with the id 1, where it has been read. Which call follows depends on the page before.
 */
export async function firstAbout(api: Api, byId?: About): Promise<About | undefined> {
  const known = byId ?? (await found(api.about({ id: firstAboutId })))
  const isOther = known && known.sign !== contactSign
  const about = isOther ? known : ((await found(api.about({ id: firstByOrder }))) ?? known)
  const first = about && firstListed(about)
  if (!first || first === about.id) return about
  return (await found(api.about({ id: first }))) ?? about
}

/** Whether `/about` shows this page. */
export async function isFirstAbout(api: Api, about: About): Promise<boolean> {
  const byId = about.id === firstAboutId ? about : undefined
  const mayBeFirst = byId || firstListed(about) === about.id
  return Boolean(mayBeFirst) && (await firstAbout(api, byId))?.id === about.id
}

/** Undefined where the page is not in its own list of siblings, so that its place is not known. */
function firstListed({ id, siblings }: About): number | undefined {
  const listed = siblings.filter(({ sign }) => sign !== contactSign)
  return listed.some((sibling) => sibling.id === id) ? listed[0]?.id : undefined
}

/** An about page by its id or its sign. */
export async function aboutBy(api: Api, idOrSign: string): Promise<About> {
  if (!/^\d+$/.test(idOrSign)) return api.aboutInfo({ sign: idOrSign })
  if (Number(idOrSign) === firstByOrder)
    throw apiError('missing', `about page ${idOrSign}: not the id of a page`)
  return api.about({ id: idOrSign })
}

/** The category with the configured id, else the first by the order of the upstream; undefined where there is none. */
export async function defaultDownload(api: Api, configuredId: number): Promise<Download | undefined> {
  return (
    (await found(api.download({ id: configuredId }))) ?? (await found(api.download({ id: firstByOrder })))
  )
}

export async function downloadBy(api: Api, id: string): Promise<Download> {
  if (Number(id) === firstByOrder)
    throw apiError('missing', `category of downloads ${id}: not the id of a category`)
  return api.download({ id })
}

/** All manuals, none where the upstream has no index of them. */
export async function manualsOf(api: Api): Promise<ManualSummary[]> {
  return (await found(api.manual({ id: firstByOrder })))?.siblings ?? []
}
