// Writes items that have been pulled as content files, with links to other items and files of the system.
import type { FastifyBaseLogger } from 'fastify'
import { locales } from '../../../shared/constants.ts'
import { defaultLanguages, type SiteLanguages } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/locale.ts'
import { isSection } from '../../../shared/sections.ts'
import { createYield } from '../../base/yield.ts'
import { linksOf, rewriteHtml } from '../../rich-text/html.ts'
import type { Addresses } from '../../sources/systems/addresses.ts'
import { addressIn, itemAddress } from '../../sources/systems/item-address.ts'
import type { AddressOf, Pull, PulledItem, PulledLink, System } from '../../sources/systems/source.ts'
import type { PulledFolder } from './folder.ts'
import { bodyIn, fieldsIn, fileOf, type PulledFacts, sourceOf, textOf, withSafeUrls } from './item-file.ts'

type Options = {
  pull: Pull
  folder: PulledFolder
  addresses: Addresses
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => number
  /** Those that the map names; by default both. */
  languages?: SiteLanguages | undefined
}
/** The item that has a sign. `isNew`: its file is not written yet. */
type Holder = Pick<PulledItem, 'id' | 'kind' | 'lang' | 'edition'> & { isNew?: true }
type File = { file: string; front: Record<string, unknown>; body: string }

export type ItemWriter = ReturnType<typeof createItemWriter>

/** Different links of one text that are looked up. */
const mostLinks = 200

export function createItemWriter(options: Options) {
  const { pull, folder, addresses, log, now, languages = defaultLanguages } = options
  /** The file of an item by the names that lead to it. */
  const byName = new Map<string, string>()
  const bySign = new Map<string, Holder>()
  /** Names in links that no item had, by the file of the text. The links stand as they were written. */
  const missing = new Map<string, Set<string>>()
  /** Names in links to items that were not public, by the file of the text, which has lost these links. */
  const scheduled = new Map<string, Set<string>>()
  for (const [file, facts] of folder.known) learn(file, facts)

  function learn(file: string, { kind, id, lang, edition, sign, names }: PulledFacts): void {
    for (const name of names) byName.set(name, file)
    if (sign !== undefined) bySign.set(signOf(kind, sign), { id, kind, lang, edition } as Holder)
  }

  /** The item with a name; one that has another name now, or has gone, is forgotten. */
  function named(name: string): PulledFacts | undefined {
    const facts = folder.known.get(byName.get(name) ?? '')
    if (facts?.names.includes(name)) return facts
    byName.delete(name)
    return undefined
  }

  /** Whether its publication time has come, and that of the item of which it is a part. */
  function isDue(item: PulledFacts): boolean {
    const { kind, lang, parent } = item
    const above = parent === undefined ? undefined : folder.known.get(`${kind}/${parent}.${lang}.md`)
    return [item, above].every((one) => one?.publishedAt === undefined || one.publishedAt <= now())
  }

  /** Undefined for a link that leads to no public item and no section. */
  const addressOf: AddressOf = (url, locale) => addressOfLink(pull.linkOf(url, locale))

  function addressOfLink(link: PulledLink | undefined): string | undefined {
    const address = plainAddressOf(link)
    return address === undefined ? undefined : addressIn(languages, address)
  }

  /** As in a site with the default languages. */
  function plainAddressOf(link: PulledLink | undefined): string | undefined {
    if (link === undefined || 'address' in link) return link?.address
    const item = named(link.name)
    return item && isDue(item)
      ? addressOfItem(item, link.locale ?? (item.lang as Locale)) + link.fragment
      : undefined
  }

  /** HTML with addresses of this site. */
  function withLinks(file: string, { lang, body }: PulledItem): string {
    const names = { missing: new Set<string>(), scheduled: new Set<string>() }
    /** Undefined for a link to an item that is not public yet. */
    const known = new Map<string, string | undefined>()
    for (const url of [...new Set(linksOf(body))].slice(0, mostLinks)) {
      const link = pull.linkOf(url, lang)
      const address = addressOfLink(link)
      if (address !== undefined) known.set(url, address)
      else if (link && 'name' in link) {
        const isScheduled = named(link.name) !== undefined
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
  }

  /** Of links to items that have come since; those to items that are not public yet go. */
  async function relink(file: string, names: Set<string>): Promise<void> {
    const text = await folder.read(file)
    const facts = folder.known.get(file)
    missing.delete(file)
    if (text === undefined || !facts) return
    const body = bodyIn(text)
    const known = new Map<string, string | undefined>()
    const left = { missing: new Set(names), scheduled: new Set(scheduled.get(file)) }
    for (const url of new Set(linksOf(body))) {
      const link = pull.linkOf(url, facts.lang as Locale)
      if (!link || !('name' in link) || !names.has(link.name) || !named(link.name)) continue
      const address = addressOfLink(link)
      known.set(url, address)
      left.missing.delete(link.name)
      if (address === undefined) left.scheduled.add(link.name)
    }
    note(missing, file, left.missing)
    note(scheduled, file, left.scheduled)
    const front = fieldsIn(text)
    const link = (url: string) => (known.has(url) ? known.get(url) : url)
    await folder.writeItem(file, front, textOf(front, rewriteHtml(body, { link, media: (url) => url })))
  }

  /** Undefined where another item has the sign already: of two with one address, the first keeps it. */
  function ownSign({ kind, id, lang, edition, front }: PulledItem): string | undefined {
    const sign = front['sign']
    if (typeof sign !== 'string') return undefined
    const key = signOf(kind, sign)
    const holder = bySign.get(key)
    if (holder && holder.id !== id && isHeld(holder, sign)) return undefined
    bySign.set(key, { id, kind, lang, edition, isNew: true })
    return sign
  }

  /** Whether the item still has the sign, or is about to be written with it. */
  const isHeld = (holder: Holder, sign: string) =>
    holder.isNew || locales.some((lang) => folder.known.get(fileOf({ ...holder, lang }))?.sign === sign)

  function fileFor(item: PulledItem, part: string): File | undefined {
    const { id, kind, entry } = item
    const file = fileOf(item)
    try {
      const front = {
        id,
        ...item.front,
        sign: ownSign(item),
        parent: isSection(kind) ? item.parent : undefined,
        source: sourceOf(part, item),
      }
      return { file, front, body: withLinks(file, item) }
    } catch (err) {
      log.warn({ err, part, entry }, 'item of the content system left out')
      return undefined
    }
  }

  return {
    /** An item that another server has written. */
    learn,
    addressOf,
    /**
     * Resolves links to items that have come since, in the texts as they are stored; with the files that are to be read
     * again, because they have lost a link to an item that is public now.
     */
    async relink(): Promise<string[]> {
      for (const [file, names] of missing)
        if ([...names].some((name) => named(name) !== undefined)) await relink(file, names)
      const isPublic = (name: string) => {
        const item = named(name)
        return item !== undefined && isDue(item)
      }
      return [...scheduled].flatMap(([file, names]) => ([...names].some(isPublic) ? [file] : []))
    },
    /** Resolves with the files of all items. */
    async write(part: string, items: PulledItem[], system: System): Promise<string[]> {
      const step = createYield(() => performance.now())
      const files: File[] = []
      for (const item of items) {
        const file = fileFor(item, part)
        if (file) files.push(file)
        await step()
      }
      const bodies = files.map(({ body }) => body)
      const sized = (await pull.sizeImages?.(system, bodies)) ?? bodies
      for (const [index, { file, front }] of files.entries()) {
        // Whatever names the system itself.
        const { source, ...fields } = addresses.withoutBases(front) as File['front']
        const safe = { ...withSafeUrls(fields), source: front['source'] }
        const text = textOf(safe, String(addresses.withoutBases(sized[index])))
        learn(file, await folder.writeItem(file, safe, text))
      }
      return items.map(fileOf)
    },
  }
}

function note(names: Map<string, Set<string>>, file: string, ofFile: Set<string>): void {
  if (ofFile.size > 0) names.set(file, ofFile)
  else names.delete(file)
}

function addressOfItem({ kind, id, parent }: PulledFacts, locale: Locale): string {
  return itemAddress(kind as PulledItem['kind'], id, locale, parent)
}

/** The signs of all articles are of one kind. */
function signOf(kind: string, sign: string): string {
  return `${isSection(kind) ? 'article' : kind} ${sign}`
}
