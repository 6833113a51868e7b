// What build.mjs left for the server: the build's id and its files.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../shared/locale.ts'
import type { Matcher } from '../shared/redirects.ts'

export type Build = {
  id: string
  /** Milliseconds since 1970. */
  timestamp: number
  /** Module scripts that start the application. */
  scripts: string[]
  styles: string[]
  /** Code that every document has in itself: its policy names the digest. */
  inlineScript: string
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
