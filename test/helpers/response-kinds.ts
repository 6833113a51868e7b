// One response of every kind that this server sends.
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Island, islandUrl } from '../../shared/island.ts'
import { exchange, responsesIn } from './raw.ts'
import { botAgent, type Site } from './site.ts'
import { streamPage } from './stream-page.ts'

export type ResponseSeen = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

const json = { accept: 'application/json' }
const island: Island = {
  name: 'RecommendedArticles',
  props: { locale: 'en', model: 'news', id: 1, limit: 4 },
}

/** Of the site. */
export const everyKind = {
  opsToken: 'a-secret-of-operators',
  security: { contacts: ['mailto:a@b.example'], expires: '2099-01-01T00:00:00Z' },
}

/** By name. */
export async function responsesOfEveryKind(site: Site, base: string): Promise<Record<string, ResponseSeen>> {
  const { build } = site
  const get = (url: string, headers: Record<string, string> = {}, options: InjectOptions = {}) =>
    site.get(url, headers, options).then(seen)
  const post = (url: string, type: string, payload: string) =>
    get(url, { 'content-type': type }, { method: 'POST', payload })
  const payload = `/en/news/1/_payload.json?${build.id}`
  const absolute = 'GET http://x/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  await get('/en/news/1', { 'user-agent': botAgent })
  const { headers } = await site.get('/en/news/1')
  return {
    'page, stored': await get('/en/news/1'),
    'page, for a robot': await get('/en/product/11', { 'user-agent': botAgent }),
    'page, streamed': await streamPage(site, `${base}/en/news/2`),
    'page, HEAD': await get('/en/news/1', {}, { method: 'HEAD' }),
    'page, 304': await get('/en/news/1', { 'if-none-match': String(headers['etag']) }),
    'form not taken': await post('/contact', 'application/x-www-form-urlencoded', 'name='),
    'redirect of a spelling': await get('/NEWS'),
    'redirect of a language': await get('/', { 'accept-language': 'en' }),
    'switch of the language': await get('/language/en'),
    'error page, 404': await get('/en/none/1'),
    'error page, 400': await get('/%zz'),
    'error page, 405': await get('/news', {}, { method: 'PUT' }),
    'error, JSON': await get('/en/none', json),
    'error, a line': await get('/en/none', { 'user-agent': botAgent }),
    'error of the parser': await raw(base, 'HELLO\r\n\r\n'),
    'error of request validation': await raw(base, absolute),
    payload: await get(payload),
    island: await get(islandUrl(island, build.id)),
    'business call': await get('/api/home/about/1', json),
    'business call, missing': await get('/api/home/about/999', json),
    'media, text': await get('/media/files/sheet.txt'),
    'media, drawing': await get('/media/images/pump-1200x675.svg'),
    script: await get(build.application),
    stylesheet: await get(build.styles[0] ?? ''),
    'file of the root': await get('/favicon.svg'),
    'sitemap index': await get('/sitemap.xml'),
    sitemap: await get('/en/sitemap.xml'),
    robots: await get('/robots.txt'),
    'search page': await get('/en?keywords=pump'),
    feed: await get('/en/feed.xml'),
    'share picture': await get('/share/images/pump-1200x675.svg.jpg'),
    'security.txt': await get('/.well-known/security.txt'),
    build: await get('/builds/latest.json'),
    live: await get('/livez'),
    ready: await get('/readyz'),
    metrics: await get('/metrics'),
    'purge, refused': await post('/ops/purge', 'application/json', '{}'),
  }
}

function seen({ statusCode, headers, body }: LightMyRequestResponse): ResponseSeen {
  return { status: statusCode, headers: headers as ResponseSeen['headers'], body }
}

async function raw(base: string, text: string): Promise<ResponseSeen> {
  const [{ status, written, body } = { status: 0, written: '', body: '' }] = responsesIn(
    await exchange(base, text),
  )
  const [, ...lines] = written.split('\r\n').map((line) => line.split(/: (.*)/s, 2))
  return {
    status,
    headers: Object.fromEntries(lines.map(([name = '', value]) => [name.toLowerCase(), value])),
    body,
  }
}
