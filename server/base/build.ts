// What build.mjs left for the server: the build's id and its files.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../shared/locale.ts'
import type { Matcher } from '../../shared/redirects.ts'

export type Build = {
  id: string
  /** Milliseconds since 1970. */
  timestamp: number
  /** The module that the start script loads. */
  application: string
  /** Module scripts for the project's developers. */
  developmentScripts: string[]
  styles: string[]
  /** Code that every document has in itself, before the first paint and at the end of its first piece: its policy names the digests. */
  inlineScripts: { first: string; start: string }
  /** By source file of a page: the modules it needs besides the entry's own. */
  preloads: Record<string, string[]>
  /** By the URL of a script, module or stylesheet: the digest that a document asks of it. */
  integrity: Record<string, string>
  messages: Record<Locale, string>
  redirects: Matcher
}

/** Rejects where the project was not built. */
export async function readBuild(distDir: string): Promise<Build> {
  return JSON.parse(await readFile(join(distDir, 'manifest.json'), 'utf8')) as Build
}

const digestLength = 8

/** Browsers keep a manifest for ever: another table has another name, and open tabs learn that they are out of date. */
export function buildWith(build: Build, redirects: Matcher | undefined): Build {
  if (!redirects) return build
  const digest = createHash('sha256').update(JSON.stringify(redirects)).digest('hex').slice(0, digestLength)
  return { ...build, id: `${build.id}-${digest}`, redirects }
}
