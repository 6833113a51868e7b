// Previous builds: dist/ keeps the hashed files of the last two, so that tabs opened before a release keep working.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const buildsKept = 2

/**
 * `previous`: the dist folder of the build before, or undefined. `record` lists the builds by their files, the newest
 * first; `kept` are the paths of earlier builds' files, precompressed ones too.
 */
export async function keepBuilds(previous, { id, files }) {
  const own = files.map(({ path }) => path).filter((path) => path.startsWith('assets/'))
  const text = previous && (await readFile(join(previous, 'builds/kept.json'), 'utf8').catch(() => undefined))
  const known = text ? JSON.parse(text) : []
  const earlier = known.filter((build) => build.id !== id).slice(0, buildsKept)
  const wanted = new Set(earlier.flatMap((build) => build.files).filter((path) => !own.includes(path)))
  const names = wanted.size > 0 ? await readdir(join(previous, 'assets')) : []
  const kept = names
    .filter((name) => wanted.has(`assets/${name.replace(/\.(?:br|gz|zst)$/, '')}`))
    .map((name) => join(previous, 'assets', name))
  return { record: [{ id, files: own }, ...earlier], kept }
}
