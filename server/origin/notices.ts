// Notices of changes: the bodies of webhooks, as changes of the content.
import Type from 'typebox'
import Value from 'typebox/value'
import { locales, pageKinds } from '../../shared/constants.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { ContentChange, ItemKind, Origin } from '../base/origin.ts'
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import { purgeTargets } from './content-tags.ts'

const id = Type.Integer({ minimum: 1 })
const lang = Type.Union(locales.map((locale) => Type.Literal(locale)))
const category = Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' })
const of = Type.Union((['article', ...pageKinds] as const).map((kind) => Type.Literal(kind)))
const change = Type.Union([
  Type.Object({ kind: Type.Enum(['item', 'summary']), of, id, lang }),
  Type.Object({ kind: Type.Literal('existence'), of, id, signs: Type.Array(Type.String()) }),
  Type.Object({ kind: Type.Enum(['list', 'texts']), category, lang }),
  Type.Object({ kind: Type.Enum(['labels', 'banners', 'site']) }),
])
/** ContentUpdate, as site-notices.ts sends it. */
const ownNotice = Type.Object({ changes: Type.Union([Type.Literal('unknown'), Type.Array(change)]) })

/** `isRemoved`: what is stored must not be shown any more. */
type Notice = { changes: ContentChange[] | 'unknown'; isRemoved: boolean }

const parts = ['labels', 'banners', 'site'] as const
const removed = ['trash', 'delete', 'deleted', 'draft', 'private', 'unpublish']

/**
 * What the origin reads, else the plain form `{ "type": "news", "id": 3 }`, for every kind of origin, or `{ "changes": … }` of
 * the command `origin`.
 */
async function readNotice(
  _origin: Origin,
  sections: () => SiteSections,
  body: Record<string, unknown>,
): Promise<Notice | undefined> {
  if (Value.Check(ownNotice, body)) return { changes: body.changes, isRemoved: false }
  const { type, id, sign, status } = body
  const part = parts.find((one) => one === type)
  if (part) return { changes: [{ kind: part }], isRemoved: false }
  const number = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
  const kind = [...sections().slugs, ...pageKinds].find((one) => one === type)
  if (!kind || typeof number !== 'number' || !Number.isSafeInteger(number) || number <= 0) return undefined
  const signs = typeof sign === 'string' && /^[\w.-]{1,64}$/.test(sign) ? [sign] : []
  return { changes: changesOfItem(kind, number, signs), isRemoved: removed.includes(String(status)) }
}

/** What the body of a webhook says to purge; undefined for a body that names nothing. */
export function createNoticeTargets(origin: Origin, sections: () => SiteSections) {
  return async (
    body: Record<string, unknown>,
  ): Promise<{ targets: PurgeTarget[]; mode: PurgeMode } | undefined> => {
    const notice = await readNotice(origin, sections, body)
    if (!notice) return undefined
    const { changes, isRemoved } = notice
    // Without knowledge of what has changed everything stays in store for an outage.
    return { targets: purgeTargets(changes), mode: isRemoved && changes !== 'unknown' ? 'hard' : 'expire' }
  }
}

/** Everything that shows an item, in both languages: itself, lists, searches, what names it, and "not found". */
function changesOfItem(kind: string, id: number, signs: string[]): ContentChange[] {
  const of: ItemKind = pageKinds.find((one) => one === kind) ?? 'article'
  const category = of === 'article' ? kind : undefined
  return [
    { kind: 'existence', of, id, signs },
    ...locales.flatMap((lang): ContentChange[] => [
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
