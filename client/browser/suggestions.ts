// Suggestions: results of the search call while the visitor types, as a combobox with a list (WAI-ARIA APG). Loaded with the first focus.
import type { calls } from '../../shared/api/calls.ts'
import { readEnvelope } from '../../shared/api/envelope.ts'
import type { SearchRow } from '../../shared/content/content.ts'
import { noRichText } from '../../shared/content/reader.ts'
import { readSearch } from '../../shared/content/search.ts'
import { kindTitle } from '../../shared/section-texts.ts'
import { createSections, type SiteSections } from '../../shared/sections.ts'
import { resultHref, resultTitle } from '../result-row.ts'
import type { Page } from './settings.ts'
import { createSuggestionList } from './suggestion-list.ts'
import { createBrowserTransport } from './transport.ts'

/** Written out: the table of calls has the readers of all of them, which no browser needs. */
const path: (typeof calls)['search']['path'] = '/api/home/search'
const pauseMs = 200
const most = 6

export function createSuggestions(page: () => Page) {
  const known = new WeakSet<HTMLInputElement>()
  return {
    /** Once for each field; called with every focus. */
    focused(input: HTMLInputElement): void {
      if (known.has(input)) return
      known.add(input)
      suggestFor(input, page)
    },
  }
}

function suggestFor(input: HTMLInputElement, page: () => Page): void {
  const list = createSuggestionList(input, () => page().t)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()

  const stop = () => {
    clearTimeout(timer)
    running.abort()
  }
  const suggest = async (query: string) => {
    running = new AbortController()
    const { signal } = running
    try {
      const suggestions = await find(query, page(), signal)
      if (!signal.aborted && document.activeElement === input) list.show(suggestions)
    } catch {
      // The form works without suggestions.
      list.close()
    }
  }
  const typed = () => {
    stop()
    const query = input.value.trim()
    if (query === '') list.close()
    else timer = setTimeout(() => void suggest(query), pauseMs)
  }
  const end = () => {
    stop()
    list.close()
  }
  input.addEventListener('input', (event) => {
    // Enter is for what is in the field now.
    list.clear()
    // Letters that an input method is still composing are not the query.
    if (!(event as InputEvent).isComposing) typed()
  })
  input.addEventListener('compositionend', typed)
  input.addEventListener('keydown', list.press)
  input.addEventListener('blur', end)
  input.form?.addEventListener('submit', end)
  if (input.value.trim() !== input.defaultValue.trim()) typed()
}

async function find(q: string, page: Page, signal: AbortSignal) {
  const { locale, language, settings } = page
  const sections = sectionsOf(page)
  const transport = createBrowserTransport({ fingerprint: () => '', signal })
  const query = { lang: locale, q, size: most }
  const { body } = await transport({ method: 'GET', path, query, locale })
  const { list } = readSearch(readEnvelope(body)?.data, noRichText, { omitted: [], sections })
  return list.flatMap((row) => {
    const to = resultHref(row, { language, sections, downloadId: settings.downloadId })
    return to ? [{ to, title: resultTitle(row), note: noteOf(row, page, sections) }] : []
  })
}

function noteOf({ kind, within, file }: SearchRow, { t, locale }: Page, sections: SiteSections): string {
  return [kindTitle(kind, sections.of(kind), t, locale), file && within].filter(Boolean).join(' · ')
}

/** With titles in the language of the page. */
function sectionsOf({ settings }: Page): SiteSections {
  return createSections(
    settings.sections.map(({ title, ...section }) => ({ ...section, title: { zh: title, en: title } })),
  )
}
