// A path as logs and errors show it: without the words of visitors.

const longest = 300

export function shownPath(path: string): string {
  const [pathname = '', search = ''] = path.split('?')
  const kept = [...new URLSearchParams(search)].map(([name, value]) =>
    /search|keyword|contains|^q$/i.test(name) ? `${name}=…` : `${name}=${value}`,
  )
  return (kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname).slice(0, longest)
}
