// Search engines: request, batch size and response of the submission APIs of IndexNow and Baidu.
import { type Dispatcher, request } from 'undici'
import { recordIn } from '../../base/json.ts'

/** Outcome of a batch. `retry`: temporary error; `quota used`: the engine accepts no more today. */
export type Outcome =
  | { kind: 'accepted'; rejected: string[] }
  | { kind: 'quota used' }
  | { kind: 'retry' | 'rejected'; reason: string; retryAfter: string }

export type Engine = {
  name: EngineName
  batch: number
  /** Whether removed pages are submitted as well. */
  acceptsRemoved: boolean
  submit: (urls: string[]) => Promise<Outcome>
}
export type EngineName = 'indexnow' | 'baidu'
export type Endpoints = Record<EngineName, string>

export const endpoints: Endpoints = {
  indexnow: 'https://api.indexnow.org/indexnow',
  baidu: 'http://data.zz.baidu.com/urls',
}

type Site = { dispatcher: Dispatcher; siteUrl: string; endpoint: string }

/** indexnow.org/documentation: at most 10 000 URLs; the key is verified by a file of the site. */
export function createIndexNow({ dispatcher, siteUrl, endpoint }: Site, key: string): Engine {
  const { host } = new URL(siteUrl)
  const about = { host, key, keyLocation: `${siteUrl}/${key}.txt` }
  return {
    name: 'indexnow',
    batch: 10_000,
    acceptsRemoved: true,
    async submit(urlList) {
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      const body = JSON.stringify({ ...about, urlList })
      const response = await request(endpoint, { dispatcher, method: 'POST', headers, body })
      const text = await response.body.text()
      const { statusCode } = response
      // 202: accepted, key verification pending.
      if (statusCode === 200 || statusCode === 202) return { kind: 'accepted', rejected: [] }
      return failure(response, indexNowReasons[statusCode] ?? text)
    },
  }
}

const indexNowReasons: Record<number, string> = {
  400: 'invalid request',
  403: 'the key is not accepted: is /{key}.txt of the site reachable from outside?',
  422: 'the URLs are not of this site, or the key is malformed',
  429: 'too many requests',
}

/** ziyuan.baidu.com, ordinary submission: at most 2000 URLs, one on each line; the remaining daily quota is in the response. */
export function createBaidu({ dispatcher, siteUrl, endpoint }: Site, token: string): Engine {
  const url = `${endpoint}?${new URLSearchParams({ site: siteUrl, token })}`
  return {
    name: 'baidu',
    batch: 2000,
    acceptsRemoved: false,
    async submit(urls) {
      const headers = { 'content-type': 'text/plain' }
      const response = await request(url, { dispatcher, method: 'POST', headers, body: urls.join('\n') })
      const text = await response.body.text()
      const result = recordIn(text)
      if (response.statusCode === 200 && typeof result['success'] === 'number') {
        const rejected = [result['not_same_site'], result['not_valid']]
          .flat()
          .filter((one) => typeof one === 'string')
        return result['success'] === 0 && rejected.length === 0
          ? { kind: 'quota used' }
          : { kind: 'accepted', rejected }
      }
      const reason = String(result['message'] ?? text)
      return /over quota/i.test(reason) ? { kind: 'quota used' } : failure(response, reason)
    },
  }
}

const longestReason = 200

function failure({ statusCode: status, headers }: Dispatcher.ResponseData, text: string): Outcome {
  const retryAfter = String(headers['retry-after'] ?? '')
  const reason = `${status} ${text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, longestReason)}`.trim()
  return { kind: status === 429 || status >= 500 ? 'retry' : 'rejected', reason, retryAfter }
}
