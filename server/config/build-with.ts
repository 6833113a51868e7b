// A build with the redirects of this server's configuration, which make it another one for browsers.
import { createHash } from 'node:crypto'
import type { Matcher } from '../../shared/redirects.ts'
import type { Build } from '../base/build.ts'

const digestLength = 8

/** Browsers keep a manifest for ever: another table has another name, and open tabs learn that they are out of date. */
export function buildWith(build: Build, redirects: Matcher | undefined): Build {
  if (!redirects) return build
  const digest = createHash('sha256').update(JSON.stringify(redirects)).digest('hex').slice(0, digestLength)
  return { ...build, id: `${build.id}-${digest}`, redirects }
}
