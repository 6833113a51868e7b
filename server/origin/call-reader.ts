// Call reader: parses, reads and sanitises the responses to business calls, once for each body. The cache checks a response
// with it before it is stored and returns the same Buffer for a stored response, so that pages find the content here.
import {
  type ContentMemo,
  createContentMemo,
  type OnOmitted,
  type Reading,
  readContent,
} from '../../shared/api/api.ts'
import type { CallName } from '../../shared/api/calls.ts'
import type { SafeHtml } from '../../shared/content/reader.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Locale } from '../../shared/locale.ts'
import { typographyOf } from '../../shared/typography.ts'
import { parseJson } from '../base/json.ts'
import { memoize } from '../base/memoize.ts'
import type { KeptFacts } from '../config/kept-facts.ts'
import { largeCharacters } from '../rich-text/limits.ts'

/** Titles, summaries and values of specifications are in many responses: finding their words and numbers is a tenth of a page. */
const textsBound = { bytes: 1_048_576, sizeOf: (text: string) => 4 * text.length }

export type CallReader = ReturnType<typeof createCallReader>

/** The parsed objects and the content must not be changed. */
export function createCallReader(
  richText: (html: string, locale: Locale) => SafeHtml,
  onOmitted: OnOmitted = () => {},
  /** Sanitises the large texts in `data`, before `richText` is called with any. */
  sanitise: (data: unknown, locale: Locale) => Promise<void> = async () => {},
  /** By default those of a site with the default facts. */
  facts?: Pick<KeptFacts, 'edition' | 'sections' | 'withOffset' | 'learn'>,
) {
  const prepared = { zh: new WeakSet<Buffer>(), en: new WeakSet<Buffer>() }
  const parsed = new WeakMap<Buffer, { value: unknown }>()
  const memo = createMemo(() => facts?.edition())
  const learnOnce = facts && createLearner(facts)
  const readingIn = (locale: Locale): Reading => {
    const { prose, heading } = typographyOf(locale)
    const byText = { keyOf: (text: string) => text, bound: textsBound }
    const typography = { prose: memoize(prose, byText), heading: memoize(heading, byText) }
    return {
      locale,
      memo,
      onOmitted,
      ...(facts && { sections: facts.sections }),
      ...(learnOnce && { onRead: learnOnce }),
      richText: Object.assign((html: string) => richText(html, locale), {
        typography,
        ...(facts && { withOffset: (local: string) => facts.withOffset()(local) }),
      }),
    }
  }
  const readings = { zh: readingIn('zh'), en: readingIn('en') }
  return {
    /** Undefined for anything but JSON in UTF-8. */
    parse(body: Buffer): unknown {
      const known = parsed.get(body) ?? { value: parseJson(body) }
      parsed.set(body, known)
      return known.value
    },
    /** For `createApi`. */
    readings,
    /** Before a response is read, of which `value` is the JSON: sanitises its large texts away from this thread. */
    async prepare(body: Buffer, value: unknown, locale: Locale): Promise<void> {
      if (prepared[locale].has(body)) return
      await sanitise(body.length < largeCharacters ? undefined : value, locale)
      prepared[locale].add(body)
    },
    /** Throws ContentError. */
    check: (call: CallName, locale: Locale, path: string, data: unknown): void =>
      void readContent(call, path, data, readings[locale]),
  }
}

/** Each site configuration counts once: a stored one that is read again may be older than the one of the other language. */
function createLearner({ learn }: Pick<KeptFacts, 'learn'>): NonNullable<Reading['onRead']> {
  const learned = new WeakSet<object>()
  return (call, content, data) => {
    if (call !== 'siteConfig' || !isRecord(data) || learned.has(data)) return
    learned.add(data)
    // The reader of the call.
    learn(content as SiteConfig)
  }
}

/** What was read with other facts is read again. */
function createMemo(edition: () => string | undefined): ContentMemo {
  let [memo, of] = [createContentMemo(), edition()]
  return (name, locale) => {
    if (of !== edition()) [memo, of] = [createContentMemo(), edition()]
    return memo(name, locale)
  }
}
