// Requests as chance makes them: known addresses, fields and bodies, bent in every way that has ever meant something to somebody.
import { poisons } from '../helpers/poison.ts'
import type { Random } from '../helpers/random.ts'
import { words } from '../helpers/words.ts'

const paths = words(`
  / /en /news /en/news/1 /product/11/12 /about/company /download37 /manual/1 /contact /detail_the-fair
  /sitemap.xml /robots.txt /livez /readyz /metrics /api/home/about/1 /api/home/article/list/news
  /api/home/block/label /api/home/form/:name /api/home/x /media/files/sheet.txt /media/images/pump-1200x675.svg
  /assets/ /favicon.svg /builds/latest.json /language/en /__nuxt_island/RecommendedArticles_x.json
  /_payload.json /en/news/1/_payload.json /ops/purge /.well-known/security.txt /fr /nothing/here
`)
const methods = words('GET GET GET GET HEAD POST POST PUT DELETE PATCH OPTIONS TRACE PROPFIND get')
const bends = [
  ...words(String.raw`
    .. / // \ ; %2e %2f %5c %00 %0d%0a %c0%ae % %zz # ? & = " <script> {{x}} __proto__ %252e @ :80 *
    /_payload.json .json .css /..;/ %u002e EN 水 a
  `),
  ...['\xff', '\x7f', '\x01', '\t', ' ', '9'.repeat(30), 'a'.repeat(3000)],
]
const parameters = words(`
  keywords page page_size topic sent lang props to id __proto__[x] constructor keywords[] page[0] utm_source q %6beywords
`)
const values = [
  ...words(`
    1 -1 1e9 99999999999999999999 NaN 水 %E6%B0%B4 %C4%E3 %00 [] {} <script>alert(1)</script> //evil.example
    {"locale":"en","id":1} ../../etc/passwd
  `),
  ...['', "' OR 1=1--", 'a'.repeat(2000)],
]
const fields: Record<string, string[]> = {
  Accept: ['*/*', 'application/json', 'text/html', '', 'a/b;q=x', '*/*;q=0'.repeat(200)],
  'Accept-Encoding': [...words('gzip br;q=1.0 identity;q=0 *;q=0 ;;,,;q=,'), 'x'.repeat(500)],
  'Accept-Language': ['en', 'zh-TW,zh;q=0.9', 'x'.repeat(3000), 'en;q=NaN', ',,,', 'en-\xff'],
  Cookie: ['i18n_redirected=en', 'i18n_redirected=../x', '='.repeat(2000), '\xff=\xfe'],
  Range: words(`bytes=0-0 bytes=-1 bytes=5-2 bytes=${'0-1,'.repeat(500)} lines=1 bytes=9e99-`),
  'If-None-Match': ['*', 'W/"a", W/"b"', `"${'a'.repeat(4000)}"`, 'x'],
  'If-Modified-Since': ['Mon, 15 Jun 2026 12:00:00 GMT', 'never', '9'.repeat(300)],
  'User-Agent': ['Mozilla/5.0', 'Googlebot/2.1', '', 'bot '.repeat(500), '\xff'],
  Referer: words(
    'https://evil.example/en/news?x=1 javascript:x \xff https://www.tinglan.example/en/news?a=%',
  ),
  Host: ['site.example', 'evil.example', '[::1]', 'a b', '', 'x'.repeat(300), 'site.example:99999'],
  Expect: ['100-continue', 'x'],
  Upgrade: ['websocket', 'h2c'],
  'Content-Encoding': ['gzip', 'identity'],
  'Idempotency-Key': ['a', 'x'.repeat(300), '\x01'],
  Authorization: ['Bearer x', 'Basic eDp4', 'x'.repeat(5000)],
  'X-Forwarded-For': ['1.2.3.4', 'x', '1.2.3.4, '.repeat(100), '::1'],
}
const types = [
  ...words(
    'application/json application/x-www-form-urlencoded text/plain application/json;charset=utf-16 x/y/z',
  ),
  ...['', ' application/json', 'multipart/form-data; boundary=x'],
]
const bodies = [
  ...words(
    '{} [] null {"lang":"en"} {"lang":["en"]} {"__proto__":{"x":1}} {"a":1,"a":2} {"a":"\\ud800"} 1e999',
  ),
  ...['', '['.repeat(20_000), `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, '"\xff\xfe"', '\0'],
  ...['name=a&contact=b&message=c&consent=yes', 'name=%ff&name=%00', 'a='.repeat(3000), 'x'.repeat(70_000)],
  '{"name":"a","contact":"b","message":"c"}',
]

/** The bytes of one request, as Latin-1. */
export function requestOf(random: Random, build: string): string {
  const { below, pick } = random
  const often = (percent: number) => below(100) < percent
  const target = targetOf(random, build)
  const method = pick(methods)
  const lines = [
    often(97) ? 'Host: site.example' : `Host: ${pick(fields['Host'] ?? [])}`,
    'Connection: close',
  ]
  for (let count = below(4); count > 0; count--) {
    const name = pick(Object.keys(fields))
    lines.push(`${name}: ${pick(fields[name] ?? [])}`)
  }
  for (let count = below(3); count > 0; count--) {
    const [name, value] = pick(Object.entries(poisons))
    lines.push(`${name}: ${value}`)
  }
  if (often(3)) lines.push(...Array.from({ length: below(200) }, (_, index) => `X-${index}: ${pick(values)}`))
  const hasBody = !['GET', 'HEAD'].includes(method) || often(4)
  const body = hasBody ? Buffer.from(pick(bodies), 'latin1').toString('latin1') : ''
  if (hasBody && often(90)) lines.push(`Content-Type: ${pick(types)}`)
  const isInPieces = hasBody && often(15)
  if (isInPieces) lines.push(`Transfer-Encoding: ${pick(['chunked', 'Chunked', 'gzip, chunked', 'x'])}`)
  if (hasBody && (!isInPieces || often(10)))
    lines.push(`Content-Length: ${often(92) ? body.length : below(100)}`)
  const sent = isInPieces ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  const version = often(96) ? 'HTTP/1.1' : pick(['HTTP/1.0', 'HTTP/2.0', ''])
  const text = `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${sent}`
  return often(3) ? bent(text, random, '\r\n\0 \xff:') : text
}

function targetOf(random: Random, build: string): string {
  const { below, pick } = random
  let target = below(50) === 0 ? pick(['*', 'http://evil.example/', 'site.example:80', '']) : pick(paths)
  for (let count = below(3) * below(2); count > 0; count--) {
    const at = below(target.length + 1)
    target = target.slice(0, at) + pick(bends) + target.slice(at)
  }
  if (target.endsWith('_payload.json')) target += `?${build}`
  const pairs = Array.from({ length: below(3) * below(3) }, () => `${pick(parameters)}=${pick(values)}`)
  if (below(60) === 0) pairs.push(...Array.from({ length: below(300) }, () => 'a=b'))
  const query = pairs.join('&').replaceAll(' ', '+')
  return pairs.length > 0 ? `${target}${target.includes('?') ? '&' : '?'}${query}` : target
}

function bent(text: string, { below, pick }: Random, characters: string): string {
  const at = below(text.length)
  return text.slice(0, at) + pick([...characters]) + text.slice(at + below(2))
}
