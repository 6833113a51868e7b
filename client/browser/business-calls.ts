// A page's data by its own business calls: only where its payload failed, so it is loaded when that happens.
import { createApi } from '../../shared/api/api.ts'
import { readQuery } from '../../shared/query.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { routeOf } from '../../shared/routes.ts'
import type { AnyPage } from '../page.ts'
import { paragraphsOnly } from './rich-text.ts'
import { createBrowserTransport } from './transport.ts'

export function loadByCalls(page: AnyPage, match: RouteMatch, fingerprint: () => string): Promise<unknown> {
  const transport = createBrowserTransport(fingerprint)
  return page.load({
    api: createApi({ transport, memo: new WeakMap(), locale: match.locale, richText: paragraphsOnly }),
    match,
    locale: match.locale,
    params: match.params,
    query: readQuery(match.search),
    category: routeOf(match.route).category,
    inOther: () => Promise.resolve(true),
    later: (promise) => ({ promise: promise.catch(() => null) }),
  })
}
