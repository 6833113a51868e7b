// URLs that may be none; `URL.parse` is younger than the browsers we build for.

export function parseUrl(url: string, base: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}
