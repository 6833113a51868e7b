// Spam flags: a suspicious submission is flagged and delivered all the same, because of false positives.
import type { FormField, FormValues } from '../../shared/form.ts'

const flags = ['trap', 'too-fast', 'links'] as const
export type Flag = (typeof flags)[number]

export type BotSignals = {
  /** Value of the honeypot field, which people do not see. */
  trap: string
  /** Milliseconds since the form was shown; undefined without JavaScript, where pages come from shared caches. */
  elapsedMs: number | undefined
}

const shortestMs = 3000
const mostLinks = 3
const link = /https?:\/\/|www\.|<a\s|\[url/gi

export function spamFlagsOf(
  values: FormValues,
  { trap, elapsedMs }: BotSignals,
  form: readonly FormField[],
): Flag[] {
  const texts = new Set(form.flatMap(({ name, type }) => (type === 'textarea' ? name : [])))
  const all = Object.entries(values)
  const isText = ([name]: [string, string]) => texts.has(name)
  const isFlagged: Record<Flag, boolean> = {
    trap: trap !== '',
    'too-fast': elapsedMs !== undefined && elapsedMs < shortestMs,
    links: all.some((one) => countLinks(one[1]) > (isText(one) ? mostLinks : 0)),
  }
  return flags.filter((flag) => isFlagged[flag])
}

/** The flags in a text with spaces between them; others are ignored. */
export function readFlags(text: string): Flag[] {
  return flags.filter((flag) => text.split(' ').includes(flag))
}

function countLinks(text: string): number {
  return text.match(link)?.length ?? 0
}
