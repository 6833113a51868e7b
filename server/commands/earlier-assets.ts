// Hashed files of earlier builds, which open pages and caches in front request after an upgrade: in DATA_DIR/assets, and in Redis
// for servers that never had that build. Each is stored for 30 days after the last start of a server that has it in its build.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisClient } from '../cache/redis-client.ts'

const storedMs = 30 * 86_400_000
const keyPrefix = 'site:asset:'
/** A name with the hash of the contents, as build.mjs gives it. */
const hashedName = /^[\w.-]+-[0-9A-Z]{8}\.(?:js|css)(?:\.LEGAL\.txt)?$/
/** Of the precompressed copies, and of the file itself: where it is, its copies are too. */
const endings = ['.br', '.gz', '']

export async function createEarlierAssets(
  dataDir: string,
  distDir: string,
  redis: RedisClient | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  const ownFolder = join(distDir, 'assets')
  const folder = join(dataDir, 'assets')
  const names = (await readdir(ownFolder)).filter((name) => hashedName.test(name))
  const files = names.flatMap((name) => endings.map((ending) => name + ending))

  const storeOnDisk = async () => {
    await mkdir(folder, { recursive: true })
    const now = new Date()
    for (const file of files) {
      const path = join(folder, file)
      if (!existsSync(path)) await writeWhole(path, await readFile(join(ownFolder, file)))
      await utimes(path, now, now)
    }
    for (const name of await readdir(folder)) {
      const file = join(folder, name)
      if (Date.now() - (await stat(file)).mtimeMs > storedMs) await rm(file, { force: true })
    }
  }

  const storeInRedis = async ({ isUp, run }: RedisClient) => {
    for (const file of files) {
      if (!isUp()) return
      const contents = await readFile(join(ownFolder, file))
      await run((client) => client.set(keyPrefix + file, contents, 'PX', storedMs))
    }
  }

  /** Whether Redis has the file and its copies, which are on the disk then. */
  const copyFromRedis = async (name: string, { run }: RedisClient) => {
    await mkdir(folder, { recursive: true })
    for (const file of endings.map((ending) => name + ending)) {
      const contents = await run((client) => client.getBuffer(keyPrefix + file))
      if (!contents) return false
      await writeWhole(join(folder, file), contents)
    }
    return true
  }

  const unlessItFails = (where: string, work: Promise<void>) =>
    work.catch((err) => log.warn({ err }, `the files of this build are not stored in ${where}`))

  return {
    /** Stores the files of this build. Never rejects. */
    async store() {
      await unlessItFails('DATA_DIR/assets', storeOnDisk())
      if (redis) await unlessItFails('Redis', storeInRedis(redis))
    },
    /** The folder that has a file of an earlier build. */
    async folderOf(name: string): Promise<string | undefined> {
      if (!hashedName.test(name)) return undefined
      if (existsSync(join(folder, name))) return folder
      const isCopied = redis?.isUp() && (await copyFromRedis(name, redis).catch(() => false))
      return isCopied ? folder : undefined
    },
  }
}

/** By rename: a file is there as a whole. */
async function writeWhole(file: string, contents: Buffer): Promise<void> {
  await writeFile(`${file}.part`, contents)
  await rename(`${file}.part`, file)
}
