// Runs a command against a running server.
import { Pool } from 'undici'
import { exitCodes } from './command.ts'

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
