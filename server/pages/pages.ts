// Page state: site configuration, menu and data of a page, loaded for documents, payloads, islands and share cards.
import type { FastifyBaseLogger } from 'fastify'
import { isApiError, type ShownError } from '../../shared/errors.ts'
import type { FormField, FormState } from '../../shared/form.ts'
import { type Island, islandId } from '../../shared/island.ts'
import { otherOf } from '../../shared/languages.ts'
import { isInOther, type Locale } from '../../shared/locale.ts'
import {
  type Base,
  type DocumentState,
  defer,
  type FailedSearch,
  type Settings,
  type Translation,
} from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { inTime } from '../base/in-time.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import type { Renderer } from '../render/render.tsx'
import type { ApiSource, Apis } from './apis.ts'

type PagesOptions = {
  apiSource: ApiSource
  renderer: Renderer
  settings: Settings
  /** See Origin. */
  form: () => readonly FormField[] | undefined
  /** The facts of the site. */
  facts: Pick<KeptFacts, 'languages' | 'sections' | 'offsetAt' | 'edition'>
  translations: Record<Locale, Translation>
  /** Timeout of an optional part, in milliseconds. */
  partTimeoutMs: number
}
type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>
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

export type Pages = ReturnType<typeof createPages>

export function createPages(options: PagesOptions) {
  const { apiSource, renderer, settings, form, facts, translations, partTimeoutMs } = options
  const { ordinary } = apiSource

  /** The call continues, and its response is stored for the next page. */
  const inPartTime = <T>(part: Promise<T>) => inTime(part, partTimeoutMs, 'part of a page')

  /** Site configuration and menu; each is empty where its call failed. */
  const loadBase = async (
    locale: Locale,
    { log, apis = ordinary, onMissingPart = () => {} }: PageSource,
  ): Promise<Base> => {
    const api = apis(locale)
    const missing = (message: string) => (err: unknown) => {
      log.error({ err }, message)
      onMissingPart()
    }
    const [config, menu] = await Promise.all([
      inPartTime(api.siteConfig({})).catch(missing('站点配置加载失败')),
      inPartTime(api.menu({})).catch(missing('菜单初始化失败')),
    ])
    return { config: config ?? undefined, menu: menu ?? [] }
  }

  /** Rejects with PageError or ApiError. */
  const loadData = (
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
      downloadId: settings.downloadId,
      form: form(),
      optional: (part) => inPartTime(part(api)).catch(missing),
      inOther: async (lookup, languages) => {
        const other = otherOf(match)
        if (!other) return false
        return isInOther(languages, match.locale) ?? existsInOther(lookup(untracked(other)), onMissingPart)
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

  /** What a state has in a language, whatever it shows. */
  const stateIn = (locale: Locale) => ({
    settings,
    translation: translations[locale],
    languages: facts.languages(),
    sections: facts.sections(),
    offsetAt: facts.offsetAt(),
    edition: facts.edition(),
  })

  const stateOf = async (
    match: RouteMatch,
    source: PageSource,
    loading: Promise<unknown>,
  ): Promise<DocumentState> => {
    const [base, data] = await Promise.all([loadBase(match.locale, source), loading])
    return {
      ...stateIn(match.locale),
      base,
      shown: { kind: 'page', match, data },
      onPicture: source.onPicture,
    }
  }

  const pageState = (match: RouteMatch, source: PageSource) =>
    stateOf(match, source, loadData(match, source, 'in place'))

  /** Rejects with PageError or ApiError where there is no such page. */
  const shareCard = async (match: RouteMatch, source: PageSource) =>
    renderer.shareCard(await stateOf(match, source, loadData(match, source, 'named')))

  /** The contact page with the submitted values. */
  const formState = async (match: RouteMatch, log: Log, form: FormState): Promise<DocumentState> => ({
    ...(await pageState(match, { log })),
    form,
  })

  const errorState = async (
    error: ShownError & { search?: FailedSearch },
    locale: Locale,
    log: Log,
  ): Promise<DocumentState> => ({
    base: await loadBase(locale, { log }),
    ...stateIn(locale),
    shown: { kind: 'error', locale, ...error },
  })

  const payload = async (match: RouteMatch, source: PageSource): Promise<Buffer> => {
    const state = await stateOf(match, source, loadData(match, source, 'named'))
    return Buffer.from(JSON.stringify(await renderer.payload(state, match)))
  }

  const island = async (island: Island, { apis = ordinary, onPicture }: PageSource): Promise<Buffer> => {
    const { locale } = island.props
    const data = await renderer.loadIsland(island, apis(locale))
    const shown = { kind: 'error', locale, statusCode: 200, message: '' } as const
    const base = { config: undefined, menu: [] }
    const html = renderer.island(island, data, { ...stateIn(locale), base, shown, onPicture })
    return Buffer.from(JSON.stringify({ id: islandId(island, settings.build), html, head: {} }))
  }

  return { payload, island, shareCard, pageState, formState, errorState }
}

/** Timeout of the lookup of the other language. */
const otherLanguageMs = 1000

/** False only for a 404 in time; `onMissingPart` is called for other errors. */
async function existsInOther(lookup: Promise<unknown>, onMissingPart = () => {}): Promise<boolean> {
  try {
    await inTime(lookup, otherLanguageMs, 'the item in the other language')
    return true
  } catch (error) {
    if (isApiError(error) && error.kind === 'missing') return false
    onMissingPart()
    return true
  }
}
