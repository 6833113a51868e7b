// URL normalization: other spellings redirect to the canonical path, never to another host.
import t from 'tap'
import { resolve } from '../../shared/resolve.ts'
import { property, textOf } from '../helpers/property.ts'
import { words } from '../helpers/words.ts'

const spellings: [url: string, to: string][] = [
  ['/en/', '/en'],
  ['/zh/', '/zh'],
  ['/EN', '/en'],
  ['/Zh', '/zh'],
  ['/EN/news', '/en/news'],
  ['/eN/News/', '/en/news'],
  ['/news/', '/news'],
  ['/NEWS', '/news'],
  ['/News/1', '/news/1'],
  ['/news/1/', '/news/1'],
  ['/PRODUCT/1/2/', '/product/1/2'],
  ['/download/', '/download'],
  ['/DOWNLOAD36', '/download36'],
  ['/About/Company', '/about/Company'],
  ['/DETAIL_Sign', '/detail_Sign'],
  ['/%6eews', '/news'],
  ['/news/%31', '/news/1'],
  ['/%65n/news', '/en/news'],
  ['/news/?page=2&keywords=a%20b', '/news?page=2&keywords=a%20b'],
  ['/EN/?a=//evil.example', '/en?a=//evil.example'],
]

t.test('another spelling redirects to the canonical one with its query', async (t) => {
  for (const [url, to] of spellings) t.strictSame(resolve(url), { kind: 'redirect', to }, url)
})

t.test('only one trailing slash is removed', async (t) => {
  for (const url of ['/news//', '/en///', '/news/1//']) t.equal(resolve(url).kind, 'unmatched', url)
})

const segments = [
  ...words(String.raw`
    / / / // \ en EN zh news NEWS download DETAIL_ about 36 1 .. . %2e %2f %2F %5c %00 % %E0%A4 evil.example
    @ : ; ? # é 水
  `),
  ...[' '],
]
const urls = textOf(segments, 7).map((text) => `/${text}`)
property(t, 'no URL causes an open redirect, a second redirect or an exception', urls, (url) => {
  const found = resolve(url)
  if (found.kind !== 'redirect') return true
  const isHere = URL.parse(found.to, 'https://here.example')?.host === 'here.example'
  return /^\/(?![/\\])/.test(found.to) && isHere && resolve(found.to).kind === 'page'
})
