// A page's data by its own business calls: only where its payload failed, so it is loaded when that happens.
import { createApi, createContentMemo } from '../../shared/api/api.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { contextOf } from '../load-context.ts'
import type { AnyPage } from '../page.ts'
import { paragraphsOnly } from './rich-text.ts'
import type { Notify } from './toast.ts'
import { createBrowserTransport } from './transport.ts'

type Options = { fingerprint: () => string; notify: Notify; signal: AbortSignal }

export function loadByCalls(
  page: AnyPage,
  match: RouteMatch,
  { fingerprint, notify, signal }: Options,
): Promise<unknown> {
  const options = {
    transport: createBrowserTransport({ fingerprint, signal }),
    memo: createContentMemo(),
    locale: match.locale,
    richText: paragraphsOnly,
  }
  const api = createApi({
    ...options,
    notify: (message, kind) => {
      // What a visitor went away from does not concern him any more.
      if (!signal.aborted) notify(message, kind)
    },
  })
  const quietApi = createApi(options)
  return page.load({
    api,
    ...contextOf(match),
    island: (name, props) => ({ name, props }),
    optional: (lookup) => lookup(quietApi).catch(() => null),
    inOther: () => Promise.resolve(true),
    later: (promise) => ({ promise: promise.catch(() => null) }),
  })
}
