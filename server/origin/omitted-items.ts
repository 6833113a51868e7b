// Log of invalid items in lists of the origin: one line for each call and field in a minute.
import type { FastifyBaseLogger } from 'fastify'
import type { OnOmitted } from '../../shared/api/api.ts'
import type { ContentError } from '../../shared/content/reader.ts'
import { splitUrl } from '../../shared/resolve.ts'

type OmittedItemsLogOptions = { log: Pick<FastifyBaseLogger, 'warn'>; now: () => number }

const windowMs = 60_000
/** Lines in a minute, so that an origin whose every response has an invalid item does not fill the log. */
const maxLines = 50

export function createOmittedItemsLog({ log, now }: OmittedItemsLogOptions): OnOmitted {
  const logged = new Set<string>()
  let startedAt = now()

  const isLogged = (key: string): boolean => {
    if (Math.abs(now() - startedAt) >= windowMs) {
      logged.clear()
      startedAt = now()
    }
    if (logged.has(key) || logged.size >= maxLines) return true
    logged.add(key)
    return false
  }

  return (call, url, errors) => {
    // The query may contain a visitor's search terms.
    const path = splitUrl(url).pathname
    for (const [pattern, [first, ...others]] of byField(errors)) {
      if (!first || isLogged(`${call} ${path} ${pattern}`)) continue
      const { field, message: problem } = first
      log.warn(
        { call, field, problem, path, count: 1 + others.length },
        'origin response: invalid items left out',
      )
    }
  }
}

/** The errors by field, whatever the place in its list: `list.0.title` and `list.3.title` are one field. */
function byField(errors: ContentError[]): Map<string, ContentError[]> {
  return Map.groupBy(errors, ({ field }) => field.replace(/(?<=^|\.)\d+(?=\.|$)/g, '*'))
}
