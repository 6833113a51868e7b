// Lua that Redis runs in one step; it is sent once, and named by its digest from then on.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

export type Script = { lua: string; sha: string }

export async function evaluate(
  client: Redis,
  { lua, sha }: Script,
  keys: string[],
  values: (string | number | Buffer)[],
): Promise<unknown> {
  const found = client.evalsha(sha, keys.length, ...keys, ...values)
  return found.catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return client.eval(lua, keys.length, ...keys, ...values)
  })
}

export function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}
