// Runs a command against a running server.
import { Pool } from 'undici'
import { exitCodes } from './command.ts'

/**
 * Sends an operator's request with OPS_TOKEN. Resolves with the text of the response; undefined where it was rejected,
 * after the reason was printed.
 */
export async function postAsOperator(
  pool: Pool,
  { server, path, token, body }: { server: string; path: string; token: string; body: object },
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

/** Resolves with the exit code of `work`, or `unavailable` where the server is not reachable. */
export async function withServer(
  server: string,
  connections: number,
  work: (pool: Pool) => Promise<number>,
): Promise<number> {
  const pool = new Pool(server, { connections })
  try {
    return await work(pool)
  } catch (error) {
    process.stderr.write(`${server}: ${(error as Error).message}\n`)
    return exitCodes.unavailable
  } finally {
    await pool.close()
  }
}
