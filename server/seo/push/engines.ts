// The search engines that want to be told: how many addresses at once, in which words, and what they answer.
import type { FastifyInstance } from 'fastify'
import { type Answer, type Ask, readText } from './http.ts'

/** What became of a batch. `later`: worth another attempt; `enough`: the engine takes no more today. */
export type Outcome =
  | { kind: 'taken'; refused: string[] }
  | { kind: 'enough' }
  | { kind: 'later' | 'refused'; reason: string; retryAfter: string }

export type Engine = {
  name: EngineName
  batch: number
  /** Whether it also wants to know which pages are gone. */
  wantsGone: boolean
  tell: (urls: string[]) => Promise<Outcome>
}
export type EngineName = 'indexnow' | 'baidu'
export type Endpoints = Record<EngineName, string>

export const endpoints: Endpoints = {
  indexnow: 'https://api.indexnow.org/indexnow',
  baidu: 'http://data.zz.baidu.com/urls',
}

type Site = { ask: Ask; siteUrl: string; endpoint: string }

/** indexnow.org/documentation: at most 10 000 addresses; the key is proved by a file at the site. */
export function createIndexNow({ ask, siteUrl, endpoint }: Site, key: string): Engine {
  const { host } = new URL(siteUrl)
  const about = { host, key, keyLocation: `${siteUrl}/${key}.txt` }
  return {
    name: 'indexnow',
    batch: 10_000,
    wantsGone: true,
    async tell(urlList) {
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      const answer = await ask(endpoint, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...about, urlList }),
      })
      const text = await readText(answer.body)
      // 202: taken, and the key will be looked at.
      if (answer.status === 200 || answer.status === 202) return { kind: 'taken', refused: [] }
      return failure(answer, indexNowReasons[answer.status] ?? text)
    },
  }
}

const indexNowReasons: Record<number, string> = {
  400: 'the request was not understood',
  403: 'the key is not accepted: is /{key}.txt of the site reachable from outside?',
  422: 'the addresses are not of this site, or the key is not of its kind',
  429: 'too many requests',
}

/** ziyuan.baidu.com, ordinary submission: at most 2000 addresses, one a line; the quota of a day is in the answer. */
export function createBaidu({ ask, siteUrl, endpoint }: Site, token: string): Engine {
  const url = `${endpoint}?${new URLSearchParams({ site: siteUrl, token })}`
  return {
    name: 'baidu',
    batch: 2000,
    wantsGone: false,
    async tell(urls) {
      const headers = { 'content-type': 'text/plain' }
      const answer = await ask(url, { method: 'POST', headers, body: urls.join('\n') })
      const text = await readText(answer.body)
      const said = parse(text)
      if (answer.status === 200 && typeof said['success'] === 'number') {
        const refused = [said['not_same_site'], said['not_valid']]
          .flat()
          .filter((one) => typeof one === 'string')
        return said['success'] === 0 && refused.length === 0 ? { kind: 'enough' } : { kind: 'taken', refused }
      }
      const reason = String(said['message'] ?? text)
      return /over quota/i.test(reason) ? { kind: 'enough' } : failure(answer, reason)
    },
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const longestReason = 200

function failure({ status, retryAfter }: Answer, text: string): Outcome {
  const reason = `${status} ${text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, longestReason)}`.trim()
  return { kind: status === 429 || status >= 500 ? 'later' : 'refused', reason, retryAfter }
}

/** Nothing is served without a key. */
export function installKeyFile(app: FastifyInstance, { key }: { key: string }) {
  if (!key) return
  app.get(`/${key}.txt`, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').type('text/plain; charset=utf-8').send(key),
  )
}
