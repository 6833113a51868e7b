// The state of the page that a navigation leads to.
import type { Messages } from '../../shared/i18n/messages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { resolve } from '../../shared/resolve.ts'
import { type Loaded, loadPage, needsDocument } from './load.ts'

/** Rejects with NeedsDocument where the target is no page of this site. */
export function createLoader(fingerprint: () => string) {
  return async (
    url: string,
    current: DocumentState,
    signal: AbortSignal,
  ): Promise<Loaded & { state: DocumentState }> => {
    const match = resolve(url)
    if (match.kind !== 'page') throw needsDocument(`not a page: ${url}`)
    const [loaded, messages] = await Promise.all([
      loadPage(match, current.settings.build, fingerprint, signal),
      messagesFor(match.locale, current, signal),
    ])
    const { settings, base } = current
    return {
      ...loaded,
      state: { settings, base, messages, shown: { kind: 'page', match, data: loaded.data } },
    }
  }
}

async function messagesFor(locale: Locale, current: DocumentState, signal: AbortSignal): Promise<Messages> {
  const { shown, settings, messages } = current
  if (locale === (shown.kind === 'page' ? shown.match.locale : shown.locale)) return messages
  const response = await fetch(settings.messageAssets[locale], { signal })
  if (!response.ok) throw needsDocument(`messages ${response.status}`)
  return (await response.json()) as Messages
}
