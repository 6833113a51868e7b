// The build manifest that build.mjs writes: the build id and its files.
import { createHash } from 'node:crypto'
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

const digestLength = 8

/** Browsers store a manifest for ever: another redirect table changes the build id, so open tabs see a new build. */
export function buildWith(build: Build, redirects: Matcher | undefined): Build {
  if (!redirects) return build
  const digest = createHash('sha256').update(JSON.stringify(redirects)).digest('hex').slice(0, digestLength)
  return { ...build, id: `${build.id}-${digest}`, redirects }
}
