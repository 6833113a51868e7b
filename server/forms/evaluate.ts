// Lua scripts: sent by their digest, and whole to a Redis that does not have them yet.
import { createHash } from 'node:crypto'
import type { Commands } from '../base/redis-client.ts'

export type Script = { lua: string; sha: string }

export async function evaluate(
  client: Commands,
  { lua, sha }: Script,
  keys: string[],
  values: (string | number | Buffer)[],
): Promise<unknown> {
  const result = client.evalsha(sha, keys.length, ...keys, ...values)
  return result.catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return client.eval(lua, keys.length, ...keys, ...values)
  })
}

export function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}
