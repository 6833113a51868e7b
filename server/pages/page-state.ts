// Page state: site configuration, menu and data of a page, loaded for documents and payloads.
import type { Seo } from '../../shared/content/content.ts'
import { isApiError } from '../../shared/errors.ts'
import { otherOf } from '../../shared/languages.ts'
import { isInOther, type Locale } from '../../shared/locale.ts'
import { type Base, defer, type FailedPage } from '../../shared/payload.ts'
import { readQuery } from '../../shared/query.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import type { PageKind } from '../../shared/routes.ts'
import type { AppContext } from '../app-context.ts'
import { inTime } from '../base/in-time.ts'
import type { PageState, Rendering } from '../render/render.tsx'
import { mediaTag } from '../upstream/content-tags.ts'
import type { Dependencies } from './page-calls.ts'
import type { PageSource } from './page-store.ts'

export type PageStates = ReturnType<typeof createPageStates>

export function createPageStates(context: AppContext, rendering: Rendering) {
  const { source, siteSettings, telemetry, time } = context
  const { log } = telemetry
  const { partTimeoutMs } = time
  const { renderer, settings, translations } = rendering

  /** The call continues, and its response is stored for the next page. */
  const inPartTime = <T>(part: Promise<T>) => inTime(part, partTimeoutMs, 'part of a page')

  /** Kinds of pages whose last item named its languages: they start no lookup with the item. */
  const named = new Set<PageKind>()

  /** Rejects with PageError or ApiError. */
  const loadData = (
    match: RouteMatch,
    { apis, untracked, dependencies }: PageSource,
    islands: 'in place' | 'named',
  ) => {
    const missing = (err: unknown) => {
      // A lookup that finds nothing, such as a text beside the form that nobody has written, is not a failure; a limit that
      // rejects logs once.
      if (!isApiError(err) || !['missing', 'overload'].includes(err.kind))
        log.warn({ err, path: match.path }, 'part of a page missing')
      dependencies.isComplete = false
      return null
    }
    const api = apis(match.locale)
    const other = otherOf(match)
    const otherApi = other && untracked(other)
    return renderer.load({
      api,
      other: otherApi,
      match,
      query: readQuery(match),
      site: { downloadId: settings.downloadId, form: source.form(), showDrafts: settings.showDrafts },
      optional: (part) => inPartTime(part(api)).catch(missing),
      inOther: async (lookup, item) => {
        if (!otherApi) return false
        const lookUp = () => lookup(otherApi)
        const started = item && named.has(match.page) ? undefined : lookUp()
        started?.catch(() => {})
        const found = await item?.catch(() => undefined)
        // The page is a 404 or fails.
        if (item && !found) return true
        const known = isInOther(found ?? {}, match.locale)
        if (known !== undefined) named.add(match.page)
        else if (found) named.delete(match.page)
        return known ?? existsInOther(started ?? lookUp(), partTimeoutMs, dependencies)
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

  /** Site configuration and menu; each is empty where its call failed. */
  const loadBase = async (locale: Locale, { apis, dependencies }: PageSource): Promise<Base> => {
    const api = apis(locale)
    const missing = (message: string) => (err: unknown) => {
      log.error({ err }, message)
      dependencies.isComplete = false
    }
    const [config, menu] = await Promise.all([
      inTime(api.siteConfig({}), partTimeoutMs, 'siteConfig').catch(missing('站点配置加载失败')),
      inTime(api.menu({}), partTimeoutMs, 'menu').catch(missing('菜单初始化失败')),
    ])
    return { config: config ?? undefined, menu: menu ?? [] }
  }

  const stateOf = (
    locale: Locale,
    shown: PageState['shown'],
    base: Base,
    { dependencies }: PageSource,
  ): PageState => ({
    settings,
    base,
    shown,
    translation: translations[locale],
    languages: siteSettings.languages(),
    sections: siteSettings.sections(),
    offsetAt: siteSettings.offsetAt(),
    revision: siteSettings.revision(),
    onPicture: (picture) => void dependencies.tags.add(mediaTag(picture)),
  })

  return {
    async pageState(match: RouteMatch, source: PageSource, islands: 'in place' | 'named' = 'in place') {
      const { locale } = match
      const [base, page] = await Promise.all([loadBase(locale, source), loadData(match, source, islands)])
      return stateOf(locale, { kind: 'page', match, page }, base, source)
    },
    errorState: async (error: FailedPage, locale: Locale, source: PageSource) =>
      stateOf(locale, { kind: 'error', locale, ...error }, await loadBase(locale, source), source),
    /** What is around an island, which shows nothing of it. */
    emptyState: (locale: Locale, source: PageSource) =>
      stateOf(locale, { kind: 'error', locale, statusCode: 200, message: '' }, emptyBase, source),
  }
}

const emptyBase: Base = { config: undefined, menu: [] }

/** Of the time of a part, after the item has come, which has the same way to go: 300 ms by default. */
const otherLanguageShare = 0.12

/**
 * False only for a 404, null where the item is not for search engines or the lookup takes too long: then, as after other
 * errors, the page is not complete.
 */
async function existsInOther(
  lookup: Promise<{ seo?: Seo | undefined } | undefined>,
  partTimeoutMs: number,
  dependencies: Dependencies,
): Promise<boolean | null> {
  try {
    const found = await inTime(lookup, partTimeoutMs * otherLanguageShare, 'the item in the other language')
    return found?.seo?.noindex ? null : true
  } catch (error) {
    if (isApiError(error) && error.kind === 'missing') return false
    dependencies.isComplete = false
    return isApiError(error) && error.kind === 'timeout' ? null : true
  }
}
