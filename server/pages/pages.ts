// Everything a page needs from this server: its base, its data, its state.
import type { FastifyBaseLogger } from 'fastify'
import { createApi } from '../../shared/api/api.ts'
import type { Transport } from '../../shared/api/transport.ts'
import type { ShownError } from '../../shared/errors.ts'
import type { FormState } from '../../shared/form.ts'
import type { Messages } from '../../shared/i18n/messages.ts'
import { type Locale, otherLocale } from '../../shared/locale.ts'
import { type Base, type DocumentState, later, type Settings } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { sanitise } from '../http/rich-text.ts'
import type { Renderer } from '../render.tsx'
import { existsInOther } from './exists-in-other.ts'

type Options = {
  transport: Transport
  renderer: Renderer
  settings: Settings
  messages: Record<Locale, Messages>
}
type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>

export type Pages = ReturnType<typeof createPages>

export function createPages({ transport, renderer, settings, messages }: Options) {
  const memo = new WeakMap<object, unknown>()
  const apiFor = (locale: Locale) => createApi({ transport, memo, locale, richText: sanitise })

  /** Config and menu; each is empty where the origin failed, which is no reason not to show a page. */
  const loadBase = async (locale: Locale, log: Log): Promise<Base> => {
    const api = apiFor(locale)
    const [config, menu] = await Promise.all([
      api.siteConfig({}).catch((err) => void log.error({ err }, '站点配置加载失败')),
      api.menu({}).catch((err) => void log.error({ err }, '菜单初始化失败')),
    ])
    return { config: config ?? undefined, menu: menu ?? [] }
  }

  /** Rejects with PageError or ApiError. */
  const loadData = (match: RouteMatch, log: Log): Promise<unknown> =>
    renderer.load({
      api: apiFor(match.locale),
      match,
      inOther: (lookup) => existsInOther(lookup(apiFor(otherLocale(match.locale)))),
      later: (promise) =>
        later(promise, (err) => log.warn({ err, path: match.path }, 'part of a page missing')),
    })

  const stateOf = async (match: RouteMatch, log: Log, loading: Promise<unknown>): Promise<DocumentState> => {
    const [base, data] = await Promise.all([loadBase(match.locale, log), loading])
    return { settings, base, shown: { kind: 'page', match, data }, messages: messages[match.locale] }
  }

  const pageState = (match: RouteMatch, log: Log) => stateOf(match, log, loadData(match, log))

  /** The contact page with what was typed, shown even where the origin has nothing to say beside it. */
  const formState = async (match: RouteMatch, log: Log, form: FormState): Promise<DocumentState> => {
    const data = loadData(match, log).catch(() => ({ about: null }))
    return { ...(await stateOf(match, log, data)), form }
  }

  const errorState = async (error: ShownError, locale: Locale, log: Log): Promise<DocumentState> => ({
    settings,
    base: await loadBase(locale, log),
    shown: { kind: 'error', locale, ...error },
    messages: messages[locale],
  })

  return { apiFor, loadData, pageState, formState, errorState }
}
