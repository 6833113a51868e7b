// What a form request tells beside its fields: whether another site made a browser send it, and its spam flags.
import type { IncomingHttpHeaders } from 'node:http'
import type { FormField } from '../../shared/form.ts'
import { type SpamFlag, spamFlags } from './message.ts'

export type FormRequest = {
  fields: Record<string, string>
  /** The value of the honeypot field, which people do not see. */
  trap: string
  /** Milliseconds since the form was shown; empty without JavaScript, where pages come from shared caches. */
  elapsed: string
}

const shortestMs = 3000
const mostLinks = 3
const link = /https?:\/\/|www\.|<a\s|\[url/gi

/** A suspicious submission is flagged and delivered all the same, because of false positives. */
export function spamFlagsOf({ fields, trap, elapsed }: FormRequest, form: readonly FormField[]): SpamFlag[] {
  const texts = form.flatMap(({ name, type }) => (type === 'textarea' ? name : []))
  const hasLinks = ([name, text]: [string, string]) =>
    (text.match(link)?.length ?? 0) > (texts.includes(name) ? mostLinks : 0)
  const isFlagged: Record<SpamFlag, boolean> = {
    trap: trap !== '',
    'too-fast': /^\d{1,9}$/.test(elapsed) && Number(elapsed) < shortestMs,
    links: Object.entries(fields).some(hasLinks),
  }
  return spamFlags.filter((flag) => isFlagged[flag])
}

/**
 * By Fetch Metadata, which no page can forge; else by Origin. A client that sends neither is no browser. A subdomain
 * counts as another site.
 */
export function isCrossSite(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Behind a proxy that rewrites Host, browsers see the configured URL.
  return origin !== siteUrl && new URL(origin).host !== host
}
