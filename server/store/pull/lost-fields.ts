// Lost fields: what no entry of a type has any more, because a policy or a plugin has changed. Items keep it for a day.
import type { PulledItem, PulledPart } from '../../sources/systems/source.ts'
import type { PulledFolder } from './folder.ts'
import { bodyIn, fieldsIn, fileOf } from './item-file.ts'
import { itemsPart } from './previewed.ts'
import type { LostFields, PulledState } from './state.ts'

type LostFieldsOptions = { folder: Pick<PulledFolder, 'read'>; now: () => number }
type Fields = NonNullable<PulledState['fields']>

const keptMs = 24 * 3_600_000

/** Fields of content files that come from a field of a system under another name. */
const derived: Record<string, string[]> = {
  summary: ['summary', 'description'],
  cover: ['cover', 'cover_alt', 'cover_sizes'],
  categories: ['tags', 'facets'],
  files: ['attachments', 'items'],
}

export function createLostFields({ folder, now }: LostFieldsOptions) {
  let lost: LostFields = {}
  /** The fields as the parts had them before. */
  let before: Fields = {}

  /** Whether items have to be read again: a field has come back, or its day is over. */
  function describePart({ name, fields }: PulledPart): boolean {
    if (!fields) return false
    const own = lost[name] ?? {}
    const gone = Object.keys(before[name]?.shown ?? {}).filter((field) => !(field in fields.shown))
    for (const field of gone) own[field] ??= new Date(now()).toISOString()
    before[name] = fields
    const ended = Object.keys(own).filter(
      (field) => field in fields.shown || now() - Date.parse(own[field]!) >= keptMs,
    )
    for (const field of ended) delete own[field]
    lost[name] = own
    return ended.length > 0
  }

  return {
    /** `fields`: as they were with the same map. */
    load(state: Pick<PulledState, 'fields' | 'lost'>): void {
      before = { ...state.fields }
      lost = { ...state.lost }
    },
    described: (parts: PulledPart[]): boolean => parts.map(describePart).includes(true),
    fields: (): Fields => before,
    lost: (): LostFields => lost,
    problems: (): string[] =>
      Object.entries(lost).flatMap(([part, fields]) =>
        Object.entries(fields).map(
          ([field, since]) =>
            `${part}: no entry has ${field} any more since ${since.slice(0, 16)}Z; it stays for a day`,
        ),
      ),
    /** Items with the lost fields as their files have them. */
    async kept(part: string, items: PulledItem[]): Promise<PulledItem[]> {
      const names = Object.keys(lost[itemsPart(part) ?? part] ?? {})
      if (names.length === 0) return items
      return Promise.all(items.map(async (item) => keptItem(item, names, await folder.read(fileOf(item)))))
    },
  }
}

function keptItem(item: PulledItem, names: string[], text: string | undefined): PulledItem {
  if (text === undefined) return item
  const front = fieldsIn(text)
  const keys = names.flatMap((name) => derived[name] ?? [name]).filter((key) => front[key] !== undefined)
  return {
    ...item,
    ...(names.includes('parent') && typeof front['parent'] === 'number' && { parent: front['parent'] }),
    front: { ...item.front, ...Object.fromEntries(keys.map((key) => [key, front[key]])) },
    body: names.includes('body') ? bodyIn(text) : item.body,
  }
}
