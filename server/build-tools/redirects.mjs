// server/redirects.json becomes the matcher of the build's manifest: {"/old": "/new", "/old-news/**": "/news"}.
import { readFile } from 'node:fs/promises'

const below = '/**'

/** Without the file there are no redirects. A target of another site or a path of another shape stops the build. */
export async function readRedirects(file) {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const matcher = { static: {}, wildcard: {}, dynamic: {} }
  for (const [from, to] of Object.entries(JSON.parse(text))) {
    for (const path of [from, to])
      if (!/^\/(?![/\\])/.test(path)) throw new Error(`redirects.json: ${path} is no path of this site`)
    if (from.endsWith(below)) matcher.wildcard[from.slice(0, -below.length)] = { redirect: to }
    else matcher.static[from] = { redirect: to }
  }
  return matcher
}
