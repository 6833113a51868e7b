// server/redirects.json becomes the matcher of the build's manifest: {"/old": "/new", "/old-news/**": "/news"}.
import { readFile } from 'node:fs/promises'
import { readRedirectTable } from '../config/redirect-table.ts'

/** Without the file there are no redirects. A mistake in it stops the build. */
export async function readRedirects(file) {
  const table = readRedirectTable(await readFile(file, 'utf8').catch(() => '{}'))
  if (table.problems)
    throw new Error(table.problems.map((problem) => `redirects.json: ${problem}`).join('\n'))
  return table.matcher
}
