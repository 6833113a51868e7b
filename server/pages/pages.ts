// Everything a page needs from this server: its base, its data, its state.
import type { FastifyBaseLogger } from 'fastify'
import { createApi } from '../../shared/api/api.ts'
import type { Transport } from '../../shared/api/transport.ts'
import type { ShownError } from '../../shared/errors.ts'
import type { FormState } from '../../shared/form.ts'
import type { Messages } from '../../shared/i18n/messages.ts'
import type { Locale } from '../../shared/locale.ts'
import { type Base, type DocumentState, later, type Settings } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { sanitise } from '../http/rich-text.ts'
import type { Renderer } from '../render.tsx'

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
      later: (promise) =>
        later(promise, (err) => log.warn({ err, path: match.path }, 'part of a page missing')),
    })

  const pageState = async (match: RouteMatch, log: Log, form?: FormState): Promise<DocumentState> => {
    const [base, data] = await Promise.all([loadBase(match.locale, log), loadData(match, log)])
    const shown = { kind: 'page', match, data } as const
    return { settings, base, shown, messages: messages[match.locale], ...(form && { form }) }
  }

  const errorState = async (error: ShownError, locale: Locale, log: Log): Promise<DocumentState> => ({
    settings,
    base: await loadBase(locale, log),
    shown: { kind: 'error', locale, ...error },
    messages: messages[locale],
  })

  return { apiFor, loadData, pageState, errorState }
}
