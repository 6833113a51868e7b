// Writes the build to a temporary folder, then moves it into dist/.
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { File } from './bundles.ts'

const compressible = /\.(?:js|css|json|svg|txt|webmanifest|html|xml)$/

/** `files`: paths relative to `target` with their contents. */
export async function writeBuild(target: string, files: File[], publicDir: string): Promise<void> {
  const fresh = join(target, '.new')
  await rm(fresh, { recursive: true, force: true })
  await writeFiles(fresh, files)
  await cp(publicDir, join(fresh, 'public'), { recursive: true })
  for (const folder of ['assets', 'public']) await compress(join(fresh, folder))
  await replace(target, fresh)
}

export async function writeFiles(target: string, files: File[]): Promise<void> {
  for (const { path, contents } of files) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await writeFile(join(target, path), contents)
  }
}

/** The manifest comes last, because `--if-needed` reads its time. */
async function replace(target: string, fresh: string): Promise<void> {
  const isManifest = (name: string) => Number(name === 'manifest.json')
  const names = (await readdir(fresh)).sort((a, b) => isManifest(a) - isManifest(b))
  for (const name of names) {
    await rm(join(target, name), { recursive: true, force: true })
    await rename(join(fresh, name), join(target, name))
  }
  await rm(fresh, { recursive: true })
}

async function compress(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!compressible.test(file)) continue
    const path = join(folder, file)
    const contents = await readFile(path)
    await writeFile(`${path}.br`, brotliCompressSync(contents))
    await writeFile(`${path}.gz`, gzipSync(contents, { level: 9 }))
    const params = { [constants.ZSTD_c_compressionLevel]: 19 }
    await writeFile(`${path}.zst`, zstdCompressSync(contents, { params }))
  }
}
