// Every page of the sample site is the same, byte for byte, as React's own renderer writes it.
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { asText } from '../../../server/html.ts'
import { type RenderAtOnce, renderAtOnce } from '../../../server/render-at-once.ts'
import { botAgent, createSite } from '../../helpers/site.ts'

const end = '</body></html>'
const ofReact: RenderAtOnce = {
  document(appOf, scripts) {
    const html = renderToString(appOf(asText)).slice(0, -end.length)
    return Buffer.from(`<!DOCTYPE html>${html}${scripts}${end}`)
  },
  part: () => undefined,
}

/** Tells of what was left to React. */
function watched(left: string[]): RenderAtOnce {
  const told = <T>(made: T | undefined, what: string) => {
    if (made === undefined) left.push(what)
    return made
  }
  return {
    document: (appOf, scripts) => told(renderAtOnce.document(appOf, scripts), 'a document'),
    part: (content: ReactNode) => told(renderAtOnce.part(content), 'a part'),
  }
}

const others = [
  ...[
    '/zh?keywords=%E6%B0%B4',
    '/en?keywords=flow',
    '/en?keywords=%22%3Cb%3E%26%27',
    '/news?keywords=nothing-at-all',
  ],
  ...[
    '/news?page=2',
    '/en/product?page=3',
    '/product?keywords=a&page=99',
    '/nowhere',
    '/en/nowhere',
    '/news/999999',
  ],
]

t.test('all pages', async (t) => {
  const left: string[] = []
  const config = { cachePages: false }
  const own = await createSite(t, { config, renderAtOnce: watched(left) })
  const react = await createSite(t, { config, renderAtOnce: ofReact })
  const headers = { 'user-agent': botAgent }
  const addresses = ['zh', 'en'].map(async (locale) => (await own.get(`/${locale}/sitemap.xml`)).body)
  const listed = (await Promise.all(addresses)).join('').matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)
  const paths = [...new Set([...listed].map(([, path]) => path as string)), ...others]
  t.ok(paths.length > 100, `${paths.length} pages`)
  for (const path of paths) {
    const [one, other] = [await own.get(path, headers), await react.get(path, headers)]
    if (one.statusCode !== other.statusCode || one.body !== other.body) t.equal(one.body, other.body, path)
  }
  t.same(left, [], 'nothing was left to React')
})
