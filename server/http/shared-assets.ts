// Hashed files of all builds that run at the same time, in a folder that their servers share.
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

type Options = { from: string; to: string; log: Pick<FastifyBaseLogger, 'warn' | 'info'> }

/** Puts in what is not there yet; false where that failed. Never rejects: without it a server has its own files. */
export async function shareAssets({ from, to, log }: Options): Promise<boolean> {
  try {
    await mkdir(to, { recursive: true })
    const known = new Set(await readdir(to))
    const missing = (await readdir(from)).filter((name) => !known.has(name))
    for (const name of missing) await put(join(from, name), join(to, name))
    log.info({ folder: to, count: missing.length }, 'assets shared')
    return true
  } catch (err) {
    log.warn({ err, folder: to }, 'assets not shared')
    return false
  }
}

/** Nobody sees half a file; that two servers put in the same one does no harm. */
async function put(from: string, to: string): Promise<void> {
  const partial = `${to}.${process.pid}.part`
  await copyFile(from, partial)
  await rename(partial, to).catch(async (error: Error) => {
    await rm(partial, { force: true })
    throw error
  })
}
