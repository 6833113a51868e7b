// ids: exports and imports the numbers of items.
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { connectRedis } from '../cache/redis/client.ts'
import { createSharedIds } from '../cache/redis/shared-ids.ts'
import { createIds, idsFile } from '../sources/systems/ids.ts'
import type { IdRow } from '../sources/systems/local-ids.ts'
import { type Command, exitCodes, readConfig, redisConnectMs } from './command.ts'

export const usage = `node dist/server/main.js ids export|import

  The numbers of items in addresses, for content systems whose items have none (API_KIND). One line for each item, with tabs:
  kind, key, number. With REDIS_URL they are those of all servers.
  export    prints them
  import    adds those of the standard input; a key that has another number, or a number of another key, is an error
`

export const run: Command['run'] = async (args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const [command, ...rest] = args
  if (rest.length > 0 || (command !== 'export' && command !== 'import')) {
    process.stderr.write(usage)
    return exitCodes.usage
  }
  const log = pino({ level: 'silent' })
  const redis = await connectRedis({ url: config.redisUrl, log, connectMs: redisConnectMs })
  await redis?.ready
  const ids = createIds({ dataFile: idsFile(config.dataDir), shared: createSharedIds(redis), log })
  try {
    if (command === 'import') await ids.add(readRows(await text(process.stdin)))
    else process.stdout.write((await ids.rows()).map(lineOf).join(''))
    return exitCodes.done
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return exitCodes.failed
  } finally {
    await ids.close()
    await redis?.close()
  }
}

function lineOf({ kind, key, number }: IdRow): string {
  return `${kind}\t${key}\t${number}\n`
}

function readRows(lines: string): IdRow[] {
  return lines.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const [kind = '', key = '', number = '', ...rest] = line.split('\t')
    if (!kind || !key || rest.length > 0 || !/^[1-9]\d{0,14}$/.test(number))
      throw new Error(`line ${index + 1}: expected kind, key and number with tabs between them`)
    return [{ kind, key, number: Number(number) }]
  })
}
