// Page state: site configuration, menu and data of a page, loaded for documents, payloads and islands.
import type { Api } from '../../shared/api/api.ts'
import type { FormField, FormState } from '../../shared/form.ts'
import { type Island, islandId } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Base, DocumentState, FailedPage, Settings, Translation } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { inTime } from '../base/in-time.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import type { Renderer } from '../render/render.tsx'
import type { ApiSource } from './apis.ts'
import { createLoadData, type Log, type PageSource } from './page-data.ts'

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

export type Pages = ReturnType<typeof createPages>

export function createPages(options: PagesOptions) {
  const { apiSource, renderer, settings, form, facts, translations, partTimeoutMs } = options
  const { ordinary } = apiSource
  const loadData = createLoadData({ ordinary, renderer, settings, form, partTimeoutMs })

  const loadBase = (locale: Locale, { apis = ordinary, ...source }: PageSource) =>
    baseOf(apis(locale), source, partTimeoutMs)

  /** What a state has in a language, whatever it shows. */
  const stateIn = (locale: Locale) => ({
    settings,
    translation: translations[locale],
    languages: facts.languages(),
    sections: facts.sections(),
    offsetAt: facts.offsetAt(),
    edition: facts.edition(),
  })

  const pageState = async (
    match: RouteMatch,
    source: PageSource,
    islands: 'in place' | 'named' = 'in place',
  ): Promise<DocumentState> => {
    const { locale } = match
    const [base, data] = await Promise.all([loadBase(locale, source), loadData(match, source, islands)])
    return { ...stateIn(locale), base, shown: { kind: 'page', match, data }, onPicture: source.onPicture }
  }

  /** The contact page with the submitted values. */
  const formState = async (match: RouteMatch, log: Log, form: FormState): Promise<DocumentState> => ({
    ...(await pageState(match, { log })),
    form,
  })

  const errorState = async (error: FailedPage, locale: Locale, log: Log): Promise<DocumentState> => ({
    base: await loadBase(locale, { log }),
    ...stateIn(locale),
    shown: { kind: 'error', locale, ...error },
  })

  const payload = async (match: RouteMatch, source: PageSource): Promise<Buffer> => {
    const state = await pageState(match, source, 'named')
    return Buffer.from(JSON.stringify(await renderer.payload(state, match)))
  }

  const island = async (island: Island, { apis = ordinary, onPicture }: PageSource): Promise<Buffer> => {
    const { locale } = island.props
    const data = await renderer.loadIsland(island, apis(locale))
    const shown = { kind: 'error', locale, statusCode: 200, message: '' } as const
    const base = { config: undefined, menu: [] }
    const html = await renderer.island(island, data, { ...stateIn(locale), base, shown, onPicture })
    return Buffer.from(JSON.stringify({ id: islandId(island, settings.build), html, head: {} }))
  }

  return { payload, island, pageState, formState, errorState }
}

/** Site configuration and menu; each is empty where its call failed. */
async function baseOf(
  api: Api,
  { log, onMissingPart = () => {} }: Omit<PageSource, 'apis'>,
  partTimeoutMs: number,
): Promise<Base> {
  const missing = (message: string) => (err: unknown) => {
    log.error({ err }, message)
    onMissingPart()
  }
  const [config, menu] = await Promise.all([
    inTime(api.siteConfig({}), partTimeoutMs, 'siteConfig').catch(missing('站点配置加载失败')),
    inTime(api.menu({}), partTimeoutMs, 'menu').catch(missing('菜单初始化失败')),
  ])
  return { config: config ?? undefined, menu: menu ?? [] }
}
