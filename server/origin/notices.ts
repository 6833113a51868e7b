// Notices of changes: the bodies of webhooks, as changes of the content.
import { categories } from '../../shared/constants.ts'
import type { ContentChange, ItemKind, Origin } from '../base/origin.ts'

/** `isRemoved`: what is stored must not be shown any more. */
export type Notice = { changes: ContentChange[] | 'unknown'; isRemoved: boolean }

const both = ['zh', 'en'] as const
const pages = ['about', 'download', 'manual'] as const
const parts = ['labels', 'banners', 'site'] as const
const removed = ['trash', 'delete', 'deleted', 'draft', 'private', 'unpublish']

/** The plain form `{ "type": "news", "id": 3 }`, for every kind of origin, else what the origin reads. */
export async function readNotice(origin: Origin, body: Record<string, unknown>): Promise<Notice | undefined> {
  const ofSystem = await origin.changesOf?.(body)
  if (ofSystem) return ofSystem
  const { type, id, sign, status } = body
  const part = parts.find((one) => one === type)
  if (part) return { changes: [{ kind: part }], isRemoved: false }
  const number = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
  const kind = [...categories, ...pages].find((one) => one === type)
  if (!kind || typeof number !== 'number' || !Number.isSafeInteger(number) || number <= 0) return undefined
  const signs = typeof sign === 'string' && /^[\w.-]{1,64}$/.test(sign) ? [sign] : []
  return { changes: changesOfItem(kind, number, signs), isRemoved: removed.includes(String(status)) }
}

/** Everything that shows an item, in both languages: itself, lists, searches, what names it, and "not found". */
export function changesOfItem(
  kind: (typeof categories)[number] | (typeof pages)[number],
  id: number,
  signs: string[],
): ContentChange[] {
  const category = categories.find((one) => one === kind)
  const of: ItemKind = pages.find((one) => one === kind) ?? 'article'
  return [
    { kind: 'existence', of, id, signs },
    ...both.flatMap((lang): ContentChange[] => [
      { kind: 'item', of, id, lang },
      { kind: 'summary', of, id, lang },
      ...(category
        ? ([
            { kind: 'list', category, lang },
            { kind: 'texts', category, lang },
          ] as const)
        : []),
    ]),
  ]
}
