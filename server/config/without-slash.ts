// Base URLs without their trailing slashes.

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
