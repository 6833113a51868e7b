// A site over a Strapi of the tests: entries by type, which a test may change.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { pulledFolder } from '../../server/store/pull/folder.ts'
import { fieldsIn } from '../../server/store/pull/item-file.ts'
import { createTestCms, type TestCms } from './cms.ts'
import { createTestPulled } from './pulled.ts'
import { type Entry, serveEntries } from './strapi.ts'
import { temporaryFolder } from './temporary-folder.ts'

const types = [
  'articles',
  'pages',
  'products',
  'services',
  'solutions',
  'downloads',
  'manuals',
  'site',
  'global',
  'menu',
  'labels',
  'banners',
]

type Options = { map?: string; dataDir?: string; setUp?: (cms: TestCms) => void }

/** `entries`: by type; other types are empty. The site has read everything. */
export async function createPulledStrapi(
  t: Test,
  entries: Record<string, Entry[]>,
  { map = '', dataDir: given, setUp }: Options = {},
) {
  const cms = await createTestCms(t, 'strapi')
  for (const type of types) serveEntries(cms, type, entries[type] ?? [])
  setUp?.(cms)
  const env = {
    API_KIND: 'strapi',
    API_BASE: cms.urls[0]!,
    API_TOKEN: 'token-of-the-test',
    ...(map && { API_MAP: join(t.testdir({ 'api-map.yaml': map }), 'api-map.yaml') }),
  }
  const dataDir = given ?? temporaryFolder(t)
  const site = await createTestPulled(t, env, dataDir)
  await site.ready()
  const folder = pulledFolder(site.config)
  const textOf = (file: string) => readFile(join(folder, file), 'utf8')
  return {
    ...site,
    cms,
    env,
    dataDir,
    folder,
    textOf,
    /** The front matter of an item's file. */
    frontOf: async (file: string) => fieldsIn(await textOf(file)),
  }
}
