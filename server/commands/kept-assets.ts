// Hashed files of earlier builds, which open pages and caches in front request after an upgrade: in DATA_DIR/assets, and in Redis
// for servers that never had that build. Each is kept for 30 days after the last start of a server that has it in its build.
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisClient } from '../base/redis-client.ts'

type KeptAssetsOptions = {
  dataDir: string
  distDir: string
  redis: RedisClient | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
}

const keptMs = 30 * 86_400_000
const redisMs = 1000
/** A name with the hash of the contents, as build.mjs gives it. */
const hashedName = /^[\w.-]+-[0-9A-Z]{8}\.(?:js|css)(?:\.LEGAL\.txt)?$/
/** Of the precompressed copies, and of the file itself: where it is, its copies are too. */
const endings = ['.br', '.gz', '']

export async function createKeptAssets({ dataDir, distDir, redis, log }: KeptAssetsOptions) {
  const ownFolder = join(distDir, 'assets')
  const folder = join(dataDir, 'assets')
  const own = (await readdir(ownFolder)).filter((name) => hashedName.test(name))

  let isClosed = false
  let sharing: Promise<void> | undefined

  const keepOnDisk = async () => {
    await mkdir(folder, { recursive: true })
    const now = new Date()
    for (const name of own) {
      if (!(await isFile(join(folder, name)))) await put(name, (ending) => readOwn(name + ending))
      for (const ending of endings) await utimes(join(folder, name + ending), now, now)
    }
    for (const name of await readdir(folder)) {
      const file = join(folder, name)
      if (Date.now() - (await stat(file)).mtimeMs > keptMs) await rm(file, { force: true })
    }
  }

  const keepInRedis = async ({ ready, isUp, run }: RedisClient) => {
    await ready
    for (const file of own.flatMap((name) => endings.map((ending) => name + ending))) {
      if (isClosed || !isUp()) return
      const contents = await readOwn(file)
      await run(redisMs, (client) => client.set(keyOf(file), contents, 'PX', keptMs))
    }
  }

  const readOwn = (file: string) => readFile(join(ownFolder, file))

  /** Writes a file and its copies, unless one is missing. */
  const put = async (name: string, read: (ending: string) => Promise<Buffer | null>): Promise<boolean> => {
    const contents = await Promise.all(endings.map(read))
    for (const [at, body] of contents.entries()) {
      if (!body) return false
      const file = join(folder, name + endings[at])
      // By rename: a file is there as a whole.
      await writeFile(`${file}.part`, body)
      await rename(`${file}.part`, file)
    }
    return true
  }

  const unlessItFails = (where: string, work: Promise<void>) =>
    work.catch((err) => log.warn({ err }, `the files of this build are not kept in ${where}`))

  return {
    /** Keeps the files of this build. Never rejects. */
    async keep() {
      await unlessItFails('DATA_DIR/assets', keepOnDisk())
      if (redis) sharing = unlessItFails('Redis', keepInRedis(redis))
    },
    /** The folder that has a file of an earlier build. */
    async folderOf(name: string): Promise<string | undefined> {
      if (!hashedName.test(name)) return undefined
      if (await isFile(join(folder, name))) return folder
      if (!redis?.isUp()) return undefined
      await mkdir(folder, { recursive: true })
      const read = (ending: string) => redis.run(redisMs, (client) => client.getBuffer(keyOf(name + ending)))
      return (await put(name, read).catch(() => false)) ? folder : undefined
    },
    async close() {
      isClosed = true
      await sharing
    },
  }
}

function keyOf(file: string): string {
  return `site:asset:${file}`
}

function isFile(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
