// Search engines for tests: they take what they are told, or answer as they are asked to.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { type PushWorld, runPush } from '../../server/seo/push/push.ts'
import { siteUrl } from '../helpers/site.ts'

type Told = { url: string; headers: IncomingMessage['headers']; body: string }
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }

export const key = 'a1b2c3d4e5f6'
export const token = 'SecretToken1'

/** Closes with the test. `replies` are given in turn; afterwards everything is taken. */
export async function createEngines(t: Test, dataDir: string) {
  const told: Told[] = []
  const replies: Reply[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { url = '', headers } = request
    told.push({ url, headers, body })
    const taken: Reply = { status: 200, body: { remain: 4999, success: body.split('\n').length } }
    const reply = replies.shift() ?? taken
    response.writeHead(reply.status ?? 200, reply.headers).end(JSON.stringify(reply.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const config = { siteUrl, dataDir, indexNowKey: key, baiduToken: token }

  return {
    told,
    replies,
    urls: () =>
      told.flatMap(({ url, body }) => (url === '/indexnow' ? JSON.parse(body).urlList : body.split('\n'))),
    async push(args: string[], changed: Partial<PushWorld['config']> = {}) {
      told.length = 0
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
