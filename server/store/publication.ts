// Publication: which items are public at a time, and when that changes next.

import type { Entry, Served } from './entry.ts'

/** Why an item is not public. */
export type PublicationStatus = 'draft' | 'scheduled' | 'expired'
type Dates = {
  draft?: boolean | undefined
  published_at?: string | undefined
  expires_at?: string | undefined
}

/** `at` in milliseconds since 1970. */
function statusOf({ draft, published_at, expires_at }: Dates, at: number): PublicationStatus | undefined {
  if (draft) return 'draft'
  if (expires_at !== undefined && Date.parse(expires_at) <= at) return 'expired'
  return published_at !== undefined && Date.parse(published_at) > at ? 'scheduled' : undefined
}

/** The status by entry, for those that are not public; a sub-item has the status of its parent where it has none of its own. */
export function statusesOf(served: Served, at: number): Map<Entry<unknown>, PublicationStatus> {
  const statuses = new Map<Entry<unknown>, PublicationStatus>()
  const put = (entry: Entry<unknown>, status: PublicationStatus | undefined) => {
    if (status) statuses.set(entry, status)
  }
  for (const entry of Object.values(served).flat()) put(entry, statusOf(entry.front, at))
  const byId = new Map(served.articles.map((entry) => [placeOf(entry, entry.front.id), entry]))
  for (const entry of served.articles) {
    const { parent } = entry.front
    const above = parent === undefined ? undefined : byId.get(placeOf(entry, parent))
    if (above && !statuses.has(entry)) put(entry, statuses.get(above))
  }
  return statuses
}

/** Ids are unique over the folders of articles. */
function placeOf({ lang }: Entry<unknown>, id: number): string {
  return `${lang} ${id}`
}

export function publicOf(served: Served, statuses: Map<Entry<unknown>, PublicationStatus>): Served {
  const isPublic = (entry: Entry<unknown>) => !statuses.has(entry)
  return {
    articles: served.articles.filter(isPublic),
    abouts: served.abouts.filter(isPublic),
    downloads: served.downloads.filter(isPublic),
    manuals: served.manuals.filter(isPublic),
  }
}

/** The first time after `at` at which an item appears or disappears; undefined where there is none. */
export function nextChangeOf(served: Served, at: number): number | undefined {
  const times = Object.values(served)
    .flat()
    .flatMap(({ front }) => timesOf(front))
    .filter((time) => time > at)
  return times.length > 0 ? times.reduce((first, time) => Math.min(first, time)) : undefined
}

function timesOf({ draft, published_at, expires_at }: Dates): number[] {
  if (draft) return []
  return [published_at, expires_at].flatMap((date) => (date === undefined ? [] : [Date.parse(date)]))
}
