// Next state: loads code, data and messages for the target of a navigation.
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { resolve } from '../../shared/resolve.ts'
import { headOf } from '../app.tsx'
import { siteOf } from '../site.tsx'
import { type Loaded, type LoadOptions, loadPage, needsDocument } from './load.ts'

export type Load = (
  url: string,
  current: DocumentState,
  options: Pick<LoadOptions, 'signal' | 'prefetched'>,
) => Promise<Loaded & { state: DocumentState }>

/** Rejects with NeedsDocument if the target is not a page of this site. */
export function createLoader(options: Pick<LoadOptions, 'fingerprint' | 'notify'>): Load {
  return async (url, current, { signal, prefetched }) => {
    const match = resolve(url)
    if (match.kind !== 'page') throw needsDocument(`not a page: ${url}`)
    const { settings, base } = current
    const [loaded, messages] = await Promise.all([
      loadPage(match, {
        ...options,
        build: settings.build,
        downloadId: settings.downloadId,
        signal,
        prefetched,
      }),
      messagesFor(match.locale, current, signal),
    ])
    const shown = { kind: 'page', match, data: loaded.data } as const
    const state: DocumentState = { settings, base, messages, shown }
    // Data of a wrong shape fails here, before the old page is replaced.
    headOf(state, loaded.page, siteOf(state))
    return { ...loaded, state }
  }
}

async function messagesFor(locale: Locale, current: DocumentState, signal: AbortSignal): Promise<Messages> {
  const { shown, settings, messages } = current
  if (locale === (shown.kind === 'page' ? shown.match.locale : shown.locale)) return messages
  try {
    const response = await fetch(settings.messageAssets[locale], { signal })
    if (!response.ok) throw new Error(`messages ${locale}: ${response.status}`)
    return (await response.json()) as Messages
  } catch (error) {
    if (signal.aborted) throw error
    throw needsDocument(String(error))
  }
}
