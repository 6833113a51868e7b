// Local search engines for tests: they accept all URLs, or send the given replies.
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { type PushWorld, runPush } from '../../server/seo/push/push.ts'
import { listen } from '../helpers/listen.ts'
import { siteUrl } from '../helpers/site.ts'

type Submitted = { url: string; headers: IncomingMessage['headers']; body: string }
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }

export const key = 'a1b2c3d4e5f6'
export const token = 'SecretToken1'

/** Closes with the test. `replies` are sent in order; after them all URLs are accepted. */
export async function createEngines(t: Test, dataDir: string) {
  const submitted: Submitted[] = []
  const replies: Reply[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { url = '', headers } = request
    submitted.push({ url, headers, body })
    const accepted: Reply = { status: 200, body: { remain: 4999, success: body.split('\n').length } }
    const reply = replies.shift() ?? accepted
    response.writeHead(reply.status ?? 200, reply.headers).end(JSON.stringify(reply.body ?? {}))
  })
  const base = await listen(t, server)
  const config = { siteUrl, dataDir, indexNowKey: key, baiduToken: token }

  return {
    submitted,
    replies,
    urls: () =>
      submitted.flatMap(({ url, body }) =>
        url === '/indexnow' ? JSON.parse(body).urlList : body.split('\n'),
      ),
    async push(args: string[], changed: Partial<PushWorld['config']> = {}) {
      submitted.length = 0
      const lines = { out: '', err: '' }
      const pauses: number[] = []
      const code = await runPush(args, {
        config: { ...config, ...changed },
        out: (line) => {
          lines.out += line
        },
        err: (line) => {
          lines.err += line
        },
        endpoints: { indexnow: `${base}/indexnow`, baidu: `${base}/urls` },
        sleep: async (ms) => {
          pauses.push(ms)
        },
      })
      return { code, pauses, ...lines }
    },
  }
}
