// Fragment cache: a cached fragment depends on content, locale and settings, and cannot read the request.
import t from 'tap'
import { cachedFragment } from '../../client/cached-fragment.tsx'
import { type PageRequest, useSite } from '../../client/site.tsx'
import type { FormState } from '../../shared/form.ts'
import type { PageQuery } from '../../shared/query.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { createSmallSite } from '../helpers/small-site.ts'

t.test('a fragment that takes the query, the form, the match or the request does not compile', async (t) => {
  // @ts-expect-error the query belongs to one request
  const ofQuery = cachedFragment('a', ({ query }: { query: PageQuery }) => query.keywords)
  // @ts-expect-error the form has the values of one visitor
  const ofForm = cachedFragment('b', ({ form }: { form: FormState }) => form.message)
  // @ts-expect-error the match has the query of one request
  const ofMatch = cachedFragment('c', ({ match }: { match: RouteMatch }) => match.search)
  // @ts-expect-error the request
  const ofRequest = cachedFragment('d', ({ request }: { request: PageRequest }) => request.query.sent)
  const ofHook = cachedFragment('e', () => {
    // @ts-expect-error no hook gives a component the request
    const { query } = useSite()
    return query
  })
  t.equal(new Set([ofQuery, ofForm, ofMatch, ofRequest, ofHook]).size, 5)
})

t.test('input of one visitor is on no other page with the same content', async (t) => {
  const app = await createSmallSite(t)
  const found = await app.get('/en/news?keywords=fair')
  t.match(found.body, '<mark>fair</mark>')
  const list = await app.get('/en/news')
  t.notMatch(list.body, '<mark>')
  t.match(list.body, 'The fair')
  t.match((await app.get('/en?keywords=fair')).body, '<mark>fair</mark>')
  t.notMatch((await app.get('/en')).body, '<mark>')
})
