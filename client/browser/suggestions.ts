// Suggestions: results of the search call while the visitor types, as a combobox with a list (WAI-ARIA APG). Loaded with the first focus.
import { sendCall, type Transport } from '../../shared/api/request.ts'
import { isRecord } from '../../shared/is-record.ts'
import { kindTitle } from '../../shared/section-texts.ts'
import { createSections, type SiteSections } from '../../shared/sections.ts'
import { type FoundPlace, resultHref, resultTitle } from '../result-row.ts'
import type { Page } from './settings.ts'
import { createSuggestionList } from './suggestion-list.ts'
import { browserTransport } from './transport.ts'

const pauseMs = 200
const most = 6

/** Called with every focus: a field that has a list already has its role. */
export function suggestFor(input: HTMLInputElement, page: () => Page): void {
  if (input.role === 'combobox') return
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
  const transport: Transport = (request) => browserTransport(request, { signal })
  const data = await sendCall({ transport, locale }, 'GET', '/api/home/search', {
    lang: locale,
    q,
    size: most,
  })
  const rows = isRecord(data) && Array.isArray(data['list']) ? data['list'].flatMap(readRow) : []
  return rows.flatMap((row) => {
    const isKnown = sections.searchKinds.includes(row.kind)
    const to = isKnown && resultHref(row, { language, sections, downloadId: settings.downloadId })
    return to ? [{ to, title: resultTitle(row), note: noteOf(row, page, sections) }] : []
  })
}

type Row = FoundPlace & Parameters<typeof resultTitle>[0]

/** The fields of a search row that a suggestion shows. */
function readRow(row: unknown): Row[] {
  if (!isRecord(row)) return []
  const { kind, id, parent_id: parent, file, title } = row
  if (typeof kind !== 'string' || !Number.isSafeInteger(id) || !Array.isArray(title)) return []
  const url = isRecord(file) ? String(file['url']) : ''
  return [
    {
      kind,
      id: Number(id),
      parent_id: Number(parent) || undefined,
      sign: textIn(row['sign']),
      chapter: textIn(row['chapter']),
      fragment: textIn(row['fragment']),
      within: textIn(row['within']),
      // A path of a site, or an absolute URL.
      file: file ? { url: /^(?:https?:\/)?\/[^/\\]/.test(url) ? url : '' } : undefined,
      title: title.filter(isRecord).map(({ text, mark }) => ({ text: String(text), mark: !!mark })),
    },
  ]
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function noteOf({ kind, within, file }: Row, { t, locale }: Page, sections: SiteSections): string {
  return [kindTitle(kind, sections.of(kind), t, locale), file && within].filter(Boolean).join(' · ')
}

/** The sections with titles in the language of the page. */
function sectionsOf({ settings }: Page): SiteSections {
  return createSections(
    settings.sections.map(({ title, ...section }) => ({ ...section, title: { zh: title, en: title } })),
  )
}
