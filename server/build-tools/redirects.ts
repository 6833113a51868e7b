// Parses server/redirects.json into the matcher of the build manifest: {"/old": "/new", "/old-news/**": "/news"}.
import { readFile } from 'node:fs/promises'
import type { Matcher } from '../../shared/redirects.ts'
import { readRedirectTable } from '../config/redirect-table.ts'

/** A missing file means no redirects. An invalid one fails the build. */
export async function readRedirects(file: string): Promise<Matcher> {
  try {
    return readRedirectTable(await readFile(file, 'utf8').catch(() => '{}'))
  } catch (error) {
    throw new Error(`redirects.json: ${(error as Error).message}`)
  }
}
