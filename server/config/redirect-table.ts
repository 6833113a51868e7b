// The redirect table as it is written, YAML or JSON, becomes a matcher; every mistake in it is named.
import { parseDocument } from 'yaml'
import type { Matcher, Rule } from '../../shared/redirects.ts'
import { problemsOf } from './redirect-problems.ts'

/** `{ from: '/old/**', to: '/news' }`; without `to` the page is gone. */
export type Entry = { from: string; to: string | undefined; status: number }
export type RedirectTable = { matcher: Matcher } | { problems: string[] }

const below = '/**'

export function readRedirectTable(text: string): RedirectTable {
  const document = parseDocument(text)
  const broken = document.errors.map(({ message }) => message.split('\n')[0] ?? '')
  if (broken.length > 0) return { problems: broken }
  const value: unknown = document.toJS() ?? {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problems: ['is no table of paths, like {"/old": "/new"}'] }
  const entries = Object.entries(value).map(([from, rule]) => readEntry(from, rule))
  const problems = problemsOf(entries)
  return problems.length > 0 ? { problems } : { matcher: matcherOf(entries) }
}

function readEntry(from: string, rule: unknown): Entry {
  if (typeof rule === 'string') return { from: encoded(from), to: rule, status: 308 }
  const { to, status = 308 } = (rule ?? {}) as { to?: unknown; status?: unknown }
  return {
    from: encoded(from),
    to: typeof to === 'string' ? to : undefined,
    status: typeof status === 'number' ? status : Number.NaN,
  }
}

/** As browsers send it: Chinese in a path is written as it is read, and compared as it is sent. */
function encoded(path: string): string {
  return path.replace(/[^\u0021-\u007e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
}

function matcherOf(entries: Entry[]): Matcher {
  const matcher: Matcher = { static: {}, wildcard: {}, dynamic: {} }
  // The longest prefix is the closest one.
  for (const { from, to, status } of entries.toSorted((a, b) => b.from.length - a.from.length)) {
    const rule: Rule = {
      ...(to !== undefined && { redirect: encoded(to) }),
      ...(status !== 308 && { status: status as 301 | 302 | 410 }),
    }
    if (from.endsWith(below)) matcher.wildcard[from.slice(0, -below.length)] = rule
    else if (from.includes('{')) matcher.dynamic[from] = rule
    else matcher.static[from] = rule
  }
  return matcher
}
