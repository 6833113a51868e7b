// Data of a page: what its `load` gets, and which of its parts may be missing.
import type { FastifyBaseLogger } from 'fastify'
import { isApiError } from '../../shared/errors.ts'
import type { FormField } from '../../shared/form.ts'
import { otherOf } from '../../shared/languages.ts'
import { isInOther } from '../../shared/locale.ts'
import { defer, type Settings } from '../../shared/payload.ts'
import { readQuery } from '../../shared/query.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import type { PageKind } from '../../shared/routes.ts'
import { inTime } from '../base/in-time.ts'
import type { Renderer } from '../render/render.tsx'
import type { Apis } from './apis.ts'

export type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>

export type PageSource = {
  log: Log
  /** Default: the ordinary ones. */
  apis?: Apis
  /** For the lookup of the other language of an item, which does not affect the page's lifetime. */
  untracked?: Apis
  /** Called for every missing part: the page is not stored as complete. */
  onMissingPart?: () => void
  /** Called with the path of each picture that the page shows. */
  onPicture?: (path: string) => void
}

type LoadDataOptions = {
  ordinary: Apis
  renderer: Renderer
  settings: Settings
  /** See Origin. */
  form: () => readonly FormField[] | undefined
  /** Timeout of an optional part, in milliseconds. */
  partTimeoutMs: number
}

export function createLoadData({ ordinary, renderer, settings, form, partTimeoutMs }: LoadDataOptions) {
  /** The call continues, and its response is stored for the next page. */
  const inPartTime = <T>(part: Promise<T>) => inTime(part, partTimeoutMs, 'part of a page')

  /** Kinds of pages whose last item named its languages: they start no lookup with the item. */
  const named = new Set<PageKind>()

  /** Rejects with PageError or ApiError. */
  return (
    match: RouteMatch,
    { log, apis = ordinary, untracked = apis, onMissingPart = () => {} }: PageSource,
    islands: 'in place' | 'named',
  ): Promise<unknown> => {
    const missing = (err: unknown) => {
      // A lookup that finds nothing, such as a text beside the form that nobody has written, is not a failure; a limit that
      // rejects logs once.
      if (!isApiError(err) || !['missing', 'overload'].includes(err.kind))
        log.warn({ err, path: match.path }, 'part of a page missing')
      onMissingPart()
      return null
    }
    const api = apis(match.locale)
    return renderer.load({
      api,
      match,
      query: readQuery(match),
      site: { downloadId: settings.downloadId, form: form(), showDrafts: settings.showDrafts },
      optional: (part) => inPartTime(part(api)).catch(missing),
      inOther: async (lookup, item) => {
        const other = otherOf(match)
        if (!other) return false
        const lookUp = () => lookup(untracked(other))
        const started = item && named.has(match.page) ? undefined : lookUp()
        started?.catch(() => {})
        const found = await item?.catch(() => undefined)
        // The page is a 404 or fails.
        if (item && !found) return true
        const known = isInOther(found?.languages, match.locale)
        if (known !== undefined) named.add(match.page)
        else if (found) named.delete(match.page)
        return known ?? existsInOther(started ?? lookUp(), onMissingPart)
      },
      deferred: (promise) => defer({}, inPartTime(promise), missing),
      island: (name, props) => {
        const island = { name, props }
        if (islands === 'named') return island
        const loading = renderer.loadIsland(island, apis(props.locale))
        return defer(island, inPartTime(loading), missing)
      },
    })
  }
}

/** After the item has come, which has the same way to go. */
const otherLanguageMs = 300

/** False only for a 404, null where the lookup takes too long; `onMissingPart` is called for that and for other errors. */
async function existsInOther(lookup: Promise<unknown>, onMissingPart: () => void): Promise<boolean | null> {
  try {
    await inTime(lookup, otherLanguageMs, 'the item in the other language')
    return true
  } catch (error) {
    if (isApiError(error) && error.kind === 'missing') return false
    onMissingPart()
    return isApiError(error) && error.kind === 'timeout' ? null : true
  }
}
