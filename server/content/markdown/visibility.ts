// Visibility keys of front matter: a mistake in one of them must not publish what its author wanted to hide.
import { nearestName } from './suggestion.ts'

const visibilityKeys = ['draft', 'listed', 'published_at', 'expires_at'] as const
type VisibilityKey = (typeof visibilityKeys)[number]

/** The values as they are written, for texts that cannot be parsed too. `misspelt`: a key that is nearly one of them. */
type Visibility = { [Key in VisibilityKey]?: string } & { misspelt?: true }

/** A beginning of a key with fewer letters says too little. */
const leastBeginning = 6

/** The visibility key that a key is, or was probably meant to be: `Draft`, `expiresAt`, `publish`. */
export function visibilityKeyMeant(name: string): VisibilityKey | undefined {
  const found = plain(name)
  return visibilityKeys.find((key) => {
    const isBeginning = found.length >= leastBeginning && plain(key).startsWith(found)
    return isBeginning || nearestName(found, [plain(key)]) !== undefined
  })
}

/** Without width, case and separators. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_\s-]/g, '')
}

/** Longer lines hold no such key. */
const keyLine = /^[ \t]{0,8}["']?([\p{L}_][\p{L}\p{N}_ -]{0,30}?)["']?[ \t]*[:：](.*)$/u
/** The values of a file in a category of downloads are further in, and restrict nothing. */
const itemLine = /^[ \t]{2}/

/** The visibility that the front matter of any text says, also one that is not YAML. */
export function visibilityOf(bytes: Uint8Array = new Uint8Array()): Visibility {
  const visibility: Visibility = {}
  for (const line of frontLines(Buffer.from(bytes).toString())) {
    const [, name = '', value = ''] = keyLine.exec(line.slice(0, 200)) ?? []
    const key = name && visibilityKeyMeant(name)
    if (!key || (key === 'published_at' && itemLine.test(line))) continue
    if (name !== key) visibility.misspelt = true
    const [withoutComment = ''] = value.split(/\s#/, 1)
    const written = withoutComment.trim().toLowerCase()
    // A key that is written twice has both values.
    if (written) visibility[key] = visibility[key] === undefined ? written : `${visibility[key]} ${written}`
  }
  return visibility
}

/** Characters; no front matter is longer. */
const longestFront = 20_000

/** Up to the closing line; without one up to the first empty line, because the text may contain such words. */
function frontLines(text: string): string[] {
  const [start = '', ...others] = text.slice(0, longestFront).split('\n')
  const lines = /^\s*---/.test(start) ? others : [start, ...others]
  const end = lines.findIndex((line) => /^---\s*$/.test(line))
  const blank = lines.findIndex((line) => line.trim() === '')
  return lines.slice(0, end >= 0 ? end : blank >= 0 ? blank : undefined)
}

const dayMs = 86_400_000

/**
 * Whether the last valid text of a file must not be served instead of its `written` one, which cannot be used: that may have been
 * meant to hide the item, now or later. `at` in milliseconds since 1970.
 */
export function isSuppressed(written: Visibility, valid: Visibility, at: number): boolean {
  const isNew = (key: VisibilityKey) => written[key] !== undefined && written[key] !== valid[key]
  // A day is more than any difference between time zones.
  const isPast = (date = '') => Date.parse(date) + dayMs <= at
  return (
    written.misspelt === true ||
    (isNew('draft') && written.draft !== 'false') ||
    (isNew('listed') && written.listed !== 'true') ||
    isNew('expires_at') ||
    (isNew('published_at') && !isPast(written.published_at))
  )
}
