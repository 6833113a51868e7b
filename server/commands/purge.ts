// purge: sends POST /ops/purge to a running server.
import { parseArgs } from 'node:util'
import { type Command, exitCodes, readConfig } from './command.ts'
import { postAsOperator, withServer } from './with-server.ts'

export const usage = `node dist/server/main.js purge (--url /news | --tag category:news | --all) [--hard] [--server URL]

  Purges cached responses, of all servers that share a Redis. Requires the server's OPS_TOKEN in the environment.
  --hard         deletes; visitors wait for the origin. Default: marks stale; visitors get the old response meanwhile
  --server URL   default http://127.0.0.1:PORT
  Exit codes: 0 purged, 1 rejected (with the reason), 69 server not reachable.
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
    const text = await postAsOperator(pool, { ...read, path: '/ops/purge', token: config.opsToken })
    if (text === undefined) return exitCodes.failed
    process.stdout.write(`${text}\n`)
    return exitCodes.done
  })
}

function readArgs(args: string[], standard: string): { server: string; body: object } | undefined {
  try {
    const options = {
      url: { type: 'string' },
      tag: { type: 'string' },
      all: { type: 'boolean' },
      hard: { type: 'boolean', default: false },
      server: { type: 'string' },
    } as const
    const { url, tag, all, hard, server = standard } = parseArgs({ args, options }).values
    const target = [url && { url }, tag && { tag }, all && { all }].filter((one) => one)
    if (target.length !== 1 || !/^https?:/.test(server)) return undefined
    const mode = hard ? 'hard' : 'soft'
    return { server: new URL(server).origin, body: { ...(target[0] as object), mode } }
  } catch {
    return undefined
  }
}
