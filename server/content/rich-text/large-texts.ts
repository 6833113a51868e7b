// Rich texts of an upstream: large ones are sanitised in a worker thread before they are read. A text of 1 MB takes up to a second.
import { LRUCache } from 'lru-cache'
import type { SafeHtml } from '../../../shared/content/reader.ts'
import { isObject } from '../../../shared/is-record.ts'
import type { Locale } from '../../../shared/locale.ts'
import { createWorkerQueue } from '../../base/worker-queue.ts'
import { largeCharacters, mostCharacters, tooMuch } from './limits.ts'
import type { LocalizedRichText, RichTextOptions } from './rich-text.ts'

export type SanitiseJob = { html: string; locale: Locale }

const maxWaiting = 32
/** A result is stored until it is read, which follows at once. */
const keptMs = 60_000
const keptCharacters = 16 * mostCharacters
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** `file`: the bundle of worker.ts. */
export function createLargeTexts({ file, ...options }: RichTextOptions & { file: string }) {
  let sanitise: LocalizedRichText | undefined
  const queue = createWorkerQueue<SanitiseJob, SafeHtml>({
    name: 'rich text worker',
    file,
    workerData: options,
    resourceLimits,
    maxWaiting,
  })
  /** Undefined for a text that is rejected, or takes too long. */
  const results = new LRUCache<string, { safe: SafeHtml | undefined }>({
    maxSize: keptCharacters,
    sizeCalculation: ({ safe = '' }, key) => key.length + safe.length + 1,
    ttl: keptMs,
  })
  const keyOf = (html: string, locale: Locale) => `${locale} ${html}`
  return {
    /** After `prepare`: finds its large texts; any other is sanitised on this thread. Throws ContentError. */
    richText(html: string, locale: Locale): SafeHtml {
      const result = html.length > largeCharacters ? results.get(keyOf(html, locale)) : undefined
      if (result && result.safe === undefined) throw tooMuch()
      if (result?.safe !== undefined) return result.safe
      if (!sanitise) throw new Error('a text is read that has not been prepared')
      return sanitise(html, locale)
    },
    /** Sanitises the large texts in `data`; undefined: there are none. Never rejects: a text that fails is rejected where it is read. */
    async prepare(data: unknown, locale: Locale): Promise<void> {
      // Loaded on demand: content of our own is sanitised where it is written.
      sanitise ??= (await import('./rich-text.ts')).createRichText(options)
      await Promise.all(
        largeIn(data).map(async (html) => {
          results.set(keyOf(html, locale), { safe: await queue.run({ html, locale }).catch(() => undefined) })
        }),
      )
    },
    close: queue.close,
  }
}

/** Longer ones are rejected without being sanitised. */
function largeIn(data: unknown): string[] {
  const texts: string[] = []
  const pending = [data]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string') {
      if (value.length > largeCharacters && value.length <= mostCharacters) texts.push(value)
    } else if (isObject(value)) {
      for (const member of Object.values(value)) pending.push(member)
    }
  }
  return texts
}
