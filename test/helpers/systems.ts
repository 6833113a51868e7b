// Content systems of the tests, each with what connects a site to it, and sites that have pulled from them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { answerJson, createTestCms, type TestCms } from './cms.ts'
import { createTestPulled, type TestClock } from './pulled.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const secret = 'planted-secret-of-the-test'

/** The environment of a site by the name of the recording. */
export const systems: Record<string, (t: Test, cms: TestCms) => Record<string, string>> = {
  strapi: (_t, { urls }) => ({ API_KIND: 'strapi', API_BASE: urls[0]!, API_TOKEN: secret }),
  directus(_t, cms) {
    answerJson(cms, '/users/me', { data: { id: 'me' } })
    return { API_KIND: 'directus', API_BASE: cms.urls[0]!, API_TOKEN: secret }
  },
  wordpress: (t, { urls }) => ({
    API_KIND: 'wordpress',
    API_BASE: urls[0]!,
    API_TOKEN: editor,
    API_TOKEN_EN: editor,
    API_MAP: mapOfTwoSites(t, urls),
  }),
  'wordpress-polylang': (t, { urls }) => ({
    API_KIND: 'wordpress',
    API_BASE: urls[0]!,
    API_TOKEN: editor,
    API_MAP: mapIn(t, 'menus: { zh: main, en: main-en }\n'),
  }),
}
const editor = `editor:${secret}`

/** A map for a WordPress of each language. */
export const mapOfTwoSites = (t: Test, urls: string[]) =>
  mapIn(t, `languages: { en: { base: '${urls[1]}' } }\nmenus: { zh: main, en: main }\n`)

/** A map with these lines, and the field of the specifications of a product. */
export function mapIn(t: Test, lines: string, fields = 'product: { specs: meta.specs }'): string {
  const folder = temporaryFolder(t, 'site-map')
  const file = join(folder, 'api-map.yaml')
  writeFileSync(file, `${lines}fields: { ${fields} }\n`)
  return file
}

export type SystemOptions = {
  /** Before the first request. */
  prepare?: (cms: TestCms) => void
  env?: Record<string, string>
  clock?: TestClock
}

/** A site that has pulled everything from a system, which responds as recorded where `prepare` says nothing else. */
export async function createSystem(t: Test, name: string, { prepare, clock, ...more }: SystemOptions = {}) {
  const cms = await createTestCms(t, name)
  prepare?.(cms)
  const env = { ...systems[name]!(t, cms), ...more.env }
  const dataDir = temporaryFolder(t)
  const site = await createTestPulled(t, env, dataDir, clock)
  await site.ready()
  return { ...site, cms, env, dataDir }
}
