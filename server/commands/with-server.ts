// Commands that send requests to a running server.
import { Pool } from 'undici'
import { type Command, exitCodes, readConfig } from './command.ts'

/** `server`: undefined for the one on this host. `atOnce`: concurrent requests. */
type ServerArgs = { server?: string | undefined; atOnce?: number }
type RunningServer = { server: string; token: string }

/**
 * `read` returns undefined or throws for arguments that are not those of the usage. Resolves with the exit code of
 * `work`, or `unavailable` where the server is not reachable.
 */
export function runWithServer<Args extends ServerArgs>(
  usage: string,
  read: (args: string[]) => Args | undefined,
  work: (pool: Pool, args: Args, to: RunningServer) => Promise<number>,
): Command['run'] {
  return async (args, world) => {
    const config = readConfig(world)
    if (!config) return exitCodes.configuration
    const known = parsed(read, args)
    const server = originOf(known?.server ?? `http://127.0.0.1:${config.port}`)
    if (!known || server === undefined) {
      process.stderr.write(usage)
      return exitCodes.usage
    }
    const pool = new Pool(server, { connections: known.atOnce ?? 1 })
    try {
      return await work(pool, known, { server, token: config.opsToken })
    } catch (error) {
      process.stderr.write(`${server}: ${(error as Error).message}\n`)
      return exitCodes.unavailable
    } finally {
      await pool.close()
    }
  }
}

function parsed<Args>(read: (args: string[]) => Args | undefined, args: string[]): Args | undefined {
  try {
    return read(args)
  } catch {
    return undefined
  }
}

function originOf(server: string): string | undefined {
  return /^https?:/.test(server) && URL.canParse(server) ? new URL(server).origin : undefined
}

/**
 * Sends an operator's request with OPS_TOKEN. Resolves with the text of the response; undefined where it was rejected,
 * after the reason was printed.
 */
export async function postAsOperator(
  pool: Pool,
  { server, token }: RunningServer,
  path: string,
  body: object,
): Promise<string | undefined> {
  const response = await pool.request({
    method: 'POST',
    path,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await response.body.text()
  if (response.statusCode === 200) return text
  const isFromSite = String(response.headers['content-type']).startsWith('application/json')
  process.stderr.write(
    response.statusCode === 404 || !isFromSite
      ? `${response.statusCode}: ${server} has no POST ${path}. Either the server runs without OPS_TOKEN, or the endpoint is blocked by a load balancer, as by nginx.conf of this project: run the command where it reaches the server itself, with --server and its address, like http://127.0.0.1:3000.\n`
      : `${response.statusCode} ${text}\n`,
  )
  return undefined
}
