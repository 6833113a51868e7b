// Fragment cache: a cached fragment depends on content, locale and settings, and cannot read the request.
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { cachedFragment, FragmentCacheContext } from '../../client/cached-fragment.tsx'
import { type PageRequest, type Site, SiteProvider, useSite } from '../../client/site.tsx'
import type { FormState } from '../../shared/form.ts'
import { languageOf } from '../../shared/languages.ts'
import { en } from '../../shared/messages/en.ts'
import type { PageQuery } from '../../shared/query.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { defaultSections } from '../../shared/sections.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const settings = { siteUrl: '', build: 'b', formName: '', downloadId: 36 }
const site: Site = {
  locale: 'en',
  language: languageOf('en'),
  sections: defaultSections,
  revision: '',
  offsetAt: () => 0,
  drawingOf: () => undefined,
  t: (key) => key,
  messages: en,
  settings,
  textWith: (html) => html,
  media: { version: 0, onFile: () => {}, urlOf: (url) => url, pictureOf: () => undefined },
}

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

t.test('with a cache, its HTML replaces the components', async (t) => {
  const seen: unknown[] = []
  const Fragment = cachedFragment('name', ({ current }) => createElement('i', null, current))
  const content = { config: undefined, menu: [], current: 'a' }
  const fragment = createElement(Fragment, { as: 'nav', content, className: 'b' })
  const inSite = createElement(SiteProvider, { site }, fragment)
  t.equal(renderToString(inSite), '<nav class="b"><i>a</i></nav>')
  const cache = (source: unknown) => {
    seen.push(source)
    return '<i>stored</i>'
  }
  const cached = createElement(FragmentCacheContext, { value: cache }, inSite)
  t.equal(renderToString(cached), '<nav class="b"><i>stored</i></nav>')
  t.strictSame(seen, [{ name: 'name', site, ...content }])
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
