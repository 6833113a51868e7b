// Query of a page in its other language: pages of a list, topics and filters are not the same in both.

const keysOfLanguage = ['page', 'tag', 'filter']

/** The query of the page where the switch is, with the values of `page`, `tag` and `filter` that its link has. */
export function queryInOther(current: string, link: string): string {
  const [given, linked] = [new URLSearchParams(current), new URLSearchParams(link)]
  const other = keysOfLanguage.filter(
    (key) => given.has(key) && given.getAll(key).join('\n') !== linked.getAll(key).join('\n'),
  )
  if (other.length === 0) return current
  for (const key of other) {
    given.delete(key)
    for (const value of linked.getAll(key)) given.append(key, value)
  }
  return given.size > 0 ? `?${given}` : ''
}
