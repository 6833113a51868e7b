// Links in the texts of pulled items: to other items of the system, which may come, or become public, later.
import type { Locale } from '../../../shared/locale.ts'
import type { AddressFacts } from '../../../shared/site-facts.ts'
import { linksOf, rewriteHtml } from '../../rich-text/html.ts'
import type { Addresses } from '../../sources/systems/addresses.ts'
import { addressIn, itemAddress } from '../../sources/systems/item-address.ts'
import type { AddressOf, Pull, PulledItem, PulledLink } from '../../sources/systems/source.ts'
import type { PulledFolder } from './folder.ts'
import { bodyIn, fieldsIn, textOf } from './item-file.ts'
import { createNamedItems } from './named-items.ts'

type LinksOptions = {
  pull: Pick<Pull, 'linkOf'>
  folder: PulledFolder
  addresses: Addresses
  facts: AddressFacts
  now: () => number
}
/** Names in links, by the file of the text. */
type NamesByFile = Map<string, Set<string>>
/** The address of a link here; undefined takes the link out. */
type KnownLinks = Map<string, string | undefined>

/** Different links of one text that are looked up. */
const mostLinks = 200

export function createLinks({ pull, folder, addresses, facts, now }: LinksOptions) {
  const items = createNamedItems(folder, now)
  const addressOfLink = createLinkAddress(items, facts)
  /** Links to no item. They stand as they were written. */
  const missing: NamesByFile = new Map()
  /** Links to items that were not public. The text has lost these links. */
  const scheduled: NamesByFile = new Map()

  /** The addresses of links to items that have come since; links to items that are not public yet are taken out. */
  function foundLinks(file: string, body: string, names: Set<string>, locale: Locale): KnownLinks {
    const known: KnownLinks = new Map()
    const left = { missing: new Set(names), scheduled: new Set(scheduled.get(file)) }
    for (const url of new Set(linksOf(body))) {
      const link = pull.linkOf(url, locale)
      if (!link || !('name' in link) || !names.has(link.name) || !items.one(link.name)) continue
      const address = addressOfLink(link)
      known.set(url, address)
      left.missing.delete(link.name)
      if (address === undefined) left.scheduled.add(link.name)
    }
    note(missing, file, left.missing)
    note(scheduled, file, left.scheduled)
    return known
  }

  /** Resolves the links in the text as it is stored. */
  async function resolveIn(file: string, names: Set<string>): Promise<void> {
    const text = await folder.read(file)
    const facts = folder.known.get(file)
    missing.delete(file)
    if (text === undefined || !facts) return
    const body = bodyIn(text)
    const known = foundLinks(file, body, names, facts.lang as Locale)
    const front = fieldsIn(text)
    const link = (url: string) => (known.has(url) ? known.get(url) : url)
    await folder.writeItem(file, front, textOf(front, rewriteHtml(body, { link, media: (url) => url })))
  }

  /** Undefined for a link that leads to no public item and no section. */
  const addressOf: AddressOf = (url, locale) => addressOfLink(pull.linkOf(url, locale))

  return {
    addressOf,
    learn: items.learn,
    /** The body of an item, as HTML with addresses of this site. */
    withAddresses(file: string, { lang, body }: PulledItem): string {
      const names = { missing: new Set<string>(), scheduled: new Set<string>() }
      const known: KnownLinks = new Map()
      for (const url of [...new Set(linksOf(body))].slice(0, mostLinks)) {
        const link = pull.linkOf(url, lang)
        const address = addressOfLink(link)
        if (address !== undefined) known.set(url, address)
        else if (link && 'name' in link) {
          const isScheduled = items.one(link.name) !== undefined
          names[isScheduled ? 'scheduled' : 'missing'].add(link.name)
          if (isScheduled) known.set(url, undefined)
        }
      }
      note(missing, file, names.missing)
      note(scheduled, file, names.scheduled)
      return rewriteHtml(body, {
        link: (url) => (known.has(url) ? known.get(url) : (addresses.within(url, lang) ?? url)),
        media: (url) => addresses.media(url, lang),
      })
    },
    /**
     * Resolves links to items that have come since, in the texts as they are stored; with the files that are to be read
     * again, because they have lost a link to an item that is public now.
     */
    async resolve(): Promise<string[]> {
      for (const [file, names] of missing)
        if ([...names].some((name) => items.one(name) !== undefined)) await resolveIn(file, names)
      const isPublic = (name: string) => items.publicOne(name) !== undefined
      return [...scheduled].flatMap(([file, names]) => ([...names].some(isPublic) ? [file] : []))
    },
  }
}

function createLinkAddress(items: ReturnType<typeof createNamedItems>, facts: AddressFacts) {
  /** The address in a site with the default languages. */
  function plainAddressOf(link: PulledLink | undefined): string | undefined {
    if (link === undefined || 'address' in link) return link?.address
    const item = items.publicOne(link.name)
    return item && itemAddress(item, link.locale ?? (item.lang as Locale), facts.sections) + link.fragment
  }

  return (link: PulledLink | undefined): string | undefined => {
    const address = plainAddressOf(link)
    return address === undefined ? undefined : addressIn(facts, address)
  }
}

function note(names: NamesByFile, file: string, ofFile: Set<string>): void {
  if (ofFile.size > 0) names.set(file, ofFile)
  else names.delete(file)
}
