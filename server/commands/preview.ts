// preview: sends POST /ops/preview to a running server and prints the link.
import { parseArgs } from 'node:util'
import { exitCodes } from './command.ts'
import { postAsOperator, runWithServer } from './with-server.ts'

export const usage = `node dist/server/main.js preview PATH [--server URL]

  Prints a link to a page, such as /news/12 or /en/news/12, that shows drafts, scheduled and expired items.
  Anybody with the link can open the whole site in this way for an hour. Requires the server's OPS_TOKEN in the environment.
  --server URL   default http://127.0.0.1:PORT
  Exit codes: 0 printed, 1 rejected (with the reason), 69 server not reachable.
`

export const run = runWithServer(usage, readArgs, async (pool, { path }, to) => {
  const text = await postAsOperator(pool, to, '/ops/preview', { path })
  if (text === undefined) return exitCodes.failed
  process.stdout.write(`${(JSON.parse(text) as { url: string }).url}\n`)
  return exitCodes.done
})

function readArgs(args: string[]) {
  const options = { server: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [path, ...others] = positionals
  return path === undefined || others.length > 0 ? undefined : { server: values.server, path }
}
