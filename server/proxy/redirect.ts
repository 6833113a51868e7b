// Redirects by the origin stay where they were: below the same folder of this site.

/** The Location as this site's own path; undefined where it leads anywhere else. `base` is the upstream's URL. */
export function ownLocation(
  location: string,
  base: string,
  requested: string,
  folder: string,
): string | undefined {
  const prefix = base ? new URL(base).pathname.replace(/\/$/, '') : ''
  const from = new URL(prefix + requested, base || 'http://origin.invalid')
  if (!URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  const inside = target.origin === from.origin && target.pathname.startsWith(prefix + folder)
  return inside ? target.pathname.slice(prefix.length) + target.search : undefined
}
