// The site with React's development build in the browser, which reports hydration mismatches.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { allParts, createDevelopmentBundles } from '../../server/build-tools/development-bundles.mjs'

const root = join(import.meta.dirname, '../..')

/** Resolves with the folder of the build. */
export async function buildForDevelopment(t: Test): Promise<string> {
  const target = t.testdir()
  const bundles = await createDevelopmentBundles(root, { target, cardFiles: async () => [] })
  await bundles.rebuild(allParts)
  const [error] = bundles.errors()
  if (error) throw error
  await mkdir(join(target, 'builds'), { recursive: true })
  await bundles.write()
  await bundles.dispose()
  await withoutChannel(join(target, 'manifest.json'))
  return target
}

/** Removes the live reload script. */
async function withoutChannel(manifest: string) {
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(text), developmentScripts: [] }))
}
