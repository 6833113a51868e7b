// preview: sends POST /ops/preview to a running server and prints the link.
import { parseArgs } from 'node:util'
import { type Command, exitCodes, readConfig } from './command.ts'
import { postAsOperator, withServer } from './with-server.ts'

export const usage = `node dist/server/main.js preview PATH [--server URL]

  Prints a link to a page, such as /news/12 or /en/news/12, that shows drafts, scheduled and expired items.
  Anybody with the link can open the whole site in this way for an hour. Requires the server's OPS_TOKEN in the environment.
  --server URL   default http://127.0.0.1:PORT
  Exit codes: 0 printed, 1 rejected (with the reason), 69 server not reachable.
`

export const run: Command['run'] = async (args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const read = readArgs(args, `http://127.0.0.1:${config.port}`)
  if (!read) {
    process.stderr.write(usage)
    return exitCodes.usage
  }
  return withServer(read.server, 1, async (pool) => {
    const { server, path } = read
    const request = { server, path: '/ops/preview', token: config.opsToken, body: { path } }
    const text = await postAsOperator(pool, request)
    if (text === undefined) return exitCodes.failed
    process.stdout.write(`${(JSON.parse(text) as { url: string }).url}\n`)
    return exitCodes.done
  })
}

function readArgs(args: string[], standard: string): { server: string; path: string } | undefined {
  try {
    const options = { server: { type: 'string', default: standard } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0 || !/^https?:/.test(values.server)) return undefined
    return { server: new URL(values.server).origin, path }
  } catch {
    return undefined
  }
}
