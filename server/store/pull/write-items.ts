// Writes items that have been pulled as content files, with links to other items and files of the system.
import type { FastifyBaseLogger } from 'fastify'
import { isPageKind } from '../../../shared/sections.ts'
import type { AddressFacts } from '../../../shared/site-facts.ts'
import { createYield } from '../../base/yield.ts'
import type { Addresses } from '../../sources/systems/addresses.ts'
import type { Pull, PulledItem, System } from '../../sources/systems/source.ts'
import type { PulledFolder } from './folder.ts'
import { fileOf, type PulledFacts, sourceOf, textOf, withSafeUrls } from './item-file.ts'
import { createLinks } from './links.ts'
import { createSigns } from './signs.ts'

type ItemWriterOptions = {
  pull: Pull
  folder: PulledFolder
  addresses: Addresses
  /** The facts that the map names. */
  facts: AddressFacts
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => number
}
type File = { file: string; front: Record<string, unknown>; body: string }

export type ItemWriter = ReturnType<typeof createItemWriter>

export function createItemWriter({ pull, folder, addresses, facts, log, now }: ItemWriterOptions) {
  const links = createLinks({ pull, folder, addresses, facts, now })
  const signs = createSigns(folder)
  for (const [file, facts] of folder.known) learn(file, facts)

  function learn(file: string, facts: PulledFacts): void {
    links.learn(file, facts)
    signs.learn(facts)
  }

  function fileFor(item: PulledItem, part: string): File | undefined {
    const { id, kind, entry } = item
    const file = fileOf(item)
    try {
      const sign = signs.take(item)
      const parent = isPageKind(kind) ? undefined : item.parent
      const front = { id, ...item.front, sign, parent, source: sourceOf(part, item) }
      return { file, front, body: links.withAddresses(file, item) }
    } catch (err) {
      log.warn({ err, part, entry }, 'item of the content system left out')
      return undefined
    }
  }

  async function write({ file, front }: File, body: string): Promise<void> {
    // Whatever names the system itself.
    const { source, ...fields } = addresses.withoutBases(front) as File['front']
    const safe = { ...withSafeUrls(fields), source: front['source'] }
    learn(file, await folder.writeItem(file, safe, textOf(safe, String(addresses.withoutBases(body)))))
  }

  return {
    /** An item that another server has written. */
    learn,
    addressOf: links.addressOf,
    resolveLinks: links.resolve,
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
      for (const [index, file] of files.entries()) await write(file, sized[index] ?? file.body)
      return items.map(fileOf)
    },
  }
}
