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
  const targetOf = createTargetOf(items, pull, facts)
  /** Links to no item. They stand as they were written. */
  const missing: NamesByFile = new Map()
  /** Links to items that were not public. The text has lost these links. */
  const scheduled: NamesByFile = new Map()

  /** The addresses of the links of a text; with `names` of links to these items alone. Notes which items are missing, or not public. */
  function lookUp(file: string, urls: string[], locale: Locale, names?: ReadonlySet<string>): KnownLinks {
    const known: KnownLinks = new Map()
    const ofFile = { missing: new Set<string>(), scheduled: new Set(names && scheduled.get(file)) }
    for (const url of urls) {
      const { name, address, isScheduled } = targetOf(url, locale)
      if (names && !(name && names.has(name))) continue
      if (address !== undefined || isScheduled) known.set(url, address)
      if (name && address === undefined) ofFile[isScheduled ? 'scheduled' : 'missing'].add(name)
    }
    note(missing, file, ofFile.missing)
    note(scheduled, file, ofFile.scheduled)
    return known
  }

  /** Resolves the links in the text as it is stored. */
  async function resolveIn(file: string, names: Set<string>): Promise<void> {
    const text = await folder.read(file)
    const facts = folder.known.get(file)
    missing.delete(file)
    if (text === undefined || !facts) return
    const body = bodyIn(text)
    const known = lookUp(file, differentLinks(body), facts.lang as Locale, names)
    const front = fieldsIn(text)
    const link = (url: string) => (known.has(url) ? known.get(url) : url)
    await folder.writeItem(file, front, textOf(front, rewriteHtml(body, { link, media: (url) => url })))
  }

  return {
    /** Undefined for a link that leads to no public item and no section. */
    addressOf: ((url, locale) => targetOf(url, locale).address) satisfies AddressOf,
    learn: items.learn,
    /** The body of an item, as HTML with addresses of this site. */
    withAddresses(file: string, { lang, body }: PulledItem): string {
      const known = lookUp(file, differentLinks(body).slice(0, mostLinks), lang)
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
      for (const [file, names] of missing) if ([...names].some(items.one)) await resolveIn(file, names)
      return [...scheduled].flatMap(([file, names]) => ([...names].some(items.publicOne) ? [file] : []))
    },
  }
}

/** Where a link leads: the name of an item, and the address here. `isScheduled`: there is the item, and it is not public yet. */
function createTargetOf(
  items: ReturnType<typeof createNamedItems>,
  { linkOf }: LinksOptions['pull'],
  facts: AddressFacts,
) {
  /** The address in a site with the default languages. */
  function plainAddressOf(link: PulledLink | undefined): string | undefined {
    if (link === undefined || 'address' in link) return link?.address
    const item = items.publicOne(link.name)
    return item && itemAddress(item, link.locale ?? (item.lang as Locale), facts.sections) + link.fragment
  }

  return (url: string, locale: Locale) => {
    const link = linkOf(url, locale)
    const name = link && 'name' in link ? link.name : undefined
    const plain = plainAddressOf(link)
    const address = plain === undefined ? undefined : addressIn(facts, plain)
    return { name, address, isScheduled: address === undefined && name !== undefined && !!items.one(name) }
  }
}

const differentLinks = (body: string) => [...new Set(linksOf(body))]

function note(names: NamesByFile, file: string, ofFile: Set<string>): void {
  if (ofFile.size > 0) names.set(file, ofFile)
  else names.delete(file)
}
