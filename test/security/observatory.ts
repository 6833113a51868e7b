// The score of every kind of response by the rules of Mozilla's Observatory, which is not a dependency of this project:
//   npm install --prefix /tmp/observatory --ignore-scripts @mdn/mdn-http-observatory@1.4.8
//   mkdir -p /tmp/observatory/node_modules/@mdn/mdn-http-observatory/conf  (its list of preloaded hosts; ours are in none)
//   echo '{}' > /tmp/observatory/node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json
//   OBSERVATORY=/tmp/observatory npm run tool -- observatory
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { everyKind, type ResponseSeen, responsesOfEveryKind } from '../helpers/response-kinds.ts'
import { createSmallSite } from '../helpers/small-site.ts'

type Output = { result: string; constructor: { name: string } }
type Requests = Record<'responses' | 'resources', Record<string, unknown>> & { session: unknown }
type Observatory = {
  ALL_TESTS: ((requests: Requests) => Output)[]
  Requests: new (host: string) => Requests
  getScoreModifier: (result: string) => number
}

const host = 'www.tinglan.example'
/** Maximum score without cookies (5), without an HSTS preload entry (5), and without scripts (5) if none is loaded. */
const wanted = { html: 135, other: 130 }
/** SVG images may have styles; feeds and share pictures are cross-origin resources by design. */
const exceptions: Record<string, number> = { 'media, drawing': 120, feed: 120, 'share picture': 120 }

const folder = join(process.env['OBSERVATORY'] ?? '', 'node_modules/@mdn/mdn-http-observatory/src')
const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
const observatory: Observatory = {
  ...(await load('constants.js')),
  ...(await load('types.js')),
  ...(await load('grader/grader.js')),
}

const site = await createSmallSite(t, { config: everyKind })
const answers = await responsesOfEveryKind(site, await site.listen())
for (const [kind, answer] of Object.entries(answers)) {
  const { score, lost } = scoreOf(answer)
  const isHtml = String(answer.headers['content-type']).startsWith('text/html') && answer.body !== ''
  const least = exceptions[kind] ?? (isHtml ? wanted.html : wanted.other)
  t.ok(score >= least, `${score} ${kind}${lost.length > 0 ? `: ${lost.join(', ')}` : ''}`)
}

function scoreOf({ status, headers, body }: ResponseSeen): { score: number; lost: string[] } {
  const requests = new observatory.Requests(host)
  const response = {
    headers,
    status,
    verified: true,
    data: body,
    request: { headers: {} },
    config: { headers: {} },
  }
  // A load balancer redirects http to https on the same host.
  const redirects = ['http', 'https'].map((scheme) => ({ url: new URL(`${scheme}://${host}/`), status: 301 }))
  Object.assign(requests.responses, { auto: response, cors: response, http: response, https: response })
  Object.assign(requests.responses, { httpRedirects: redirects, httpsRedirects: redirects.slice(1) })
  requests.resources['path'] = body
  requests.session = { url: new URL(`https://${host}/`) }
  const results = observatory.ALL_TESTS.map((test) => test(requests).result)
  const modifiers = results.map((result) => ({ result, points: observatory.getScoreModifier(result) }))
  const score = modifiers.reduce((sum, { points }) => sum + points, 100)
  return { score, lost: modifiers.filter(({ points }) => points < 0).map(({ result }) => result) }
}
