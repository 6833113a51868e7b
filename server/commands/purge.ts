// purge: sends POST /ops/purge to a running server.
import { parseArgs } from 'node:util'
import { exitCodes } from './command.ts'
import { postAsOperator, runWithServer } from './with-server.ts'

export const usage = `node dist/server/main.js purge (--url /news | --tag category:news | --all) [--hard] [--server URL]

  Purges cached responses, of all servers that share a Redis. Requires the server's OPS_TOKEN in the environment.
  --hard         deletes; visitors wait for the origin. Default: marks stale; visitors get the old response meanwhile
  --server URL   default http://127.0.0.1:PORT
  Exit codes: 0 purged, 1 rejected (with the reason), 69 server not reachable.
`

export const run = runWithServer(usage, readArgs, async (pool, { body }, to) => {
  const text = await postAsOperator(pool, to, '/ops/purge', body)
  if (text === undefined) return exitCodes.failed
  process.stdout.write(`${text}\n`)
  return exitCodes.done
})

function readArgs(args: string[]) {
  const options = {
    url: { type: 'string' },
    tag: { type: 'string' },
    all: { type: 'boolean' },
    hard: { type: 'boolean', default: false },
    server: { type: 'string' },
  } as const
  const { url, tag, all, hard, server } = parseArgs({ args, options }).values
  const [target, ...others] = [url && { url }, tag && { tag }, all && { all }].flatMap((one) => one || [])
  if (!target || others.length > 0) return undefined
  return { server, body: { ...target, mode: hard ? 'hard' : 'soft' } }
}
