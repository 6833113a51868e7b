// The build manifest that build.mjs writes: the build id and its files.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  /** Inline code of every document, in the head and after the shell; the content security policy has their digests. */
  inlineScripts: { first: string; start: string }
  /** Subresource Integrity digests, by the URL of a script, module or stylesheet. */
  integrity: Record<string, string>
  redirects: Matcher
}

/** Rejects where the project was not built. */
export async function readBuild(distDir: string): Promise<Build> {
  return JSON.parse(await readFile(join(distDir, 'manifest.json'), 'utf8')) as Build
}
