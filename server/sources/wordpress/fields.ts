// Fields of the entries of WordPress: which are shown, and which of plugins and custom fields are not.
import type { ItemKind } from '../systems/api-map.ts'
import { unusedFields } from '../systems/noticed.ts'
import type { PartFields, SourceContext } from '../systems/source.ts'
import { isObject, type Json, valueAt } from '../systems/values.ts'

/** Ours, and the usual one of WordPress. */
const usual = {
  title: 'title',
  summary: 'excerpt',
  body: 'content',
  cover: 'featured_media',
  tags: 'tags',
  categories: 'categories',
  order: 'menu_order',
  parent: 'parent',
  seo: 'yoast_head_json',
}
/** Fields of every entry that say which one it is, and of when. */
export const identifying = [
  'id',
  'slug',
  'type',
  'status',
  'lang',
  'translations',
  'date',
  'date_gmt',
  'modified_gmt',
  'link',
]
/** Fields of every entry that say nothing to a reader, or are read in another form. */
const ofEveryEntry = new Set([
  ...identifying,
  'modified',
  'guid',
  'author',
  'comment_status',
  'ping_status',
  'sticky',
  'template',
  'format',
  'class_list',
  'password',
  'permalink_template',
  'generated_slug',
  'yoast_head',
  'yoast_head_json',
  '_links',
  '_embedded',
])
const ofPlugins = /^(?:_|footnotes$|rank_math_|meta\.(?:_|footnotes$|rank_math_))/
/** Objects whose fields are custom fields. */
const groups = ['acf', 'meta']

/** `sample`: the latest entries with all their fields; undefined where there are none. */
export function fieldsOf(
  sample: Json[],
  kind: ItemKind,
  { fields }: Pick<SourceContext['map'], 'fields'>,
): PartFields | undefined {
  if (sample.length === 0) return undefined
  const named = { ...usual, ...fields?.[kind] }
  const isThere = (path: string) => sample.some((entry) => valueAt(entry, path) !== undefined)
  const shown = Object.entries(named).filter(([, path]) => isThere(path))
  const used = new Set(
    [...Object.values(usual), ...Object.values(named)].flatMap((path) => [path, path.split('.')[0]!]),
  )
  const names = sample.flatMap(Object.entries).flatMap(([name, value]) => {
    const isGroup = groups.includes(name) && isObject(value)
    return isGroup ? Object.keys(value).map((inner) => `${name}.${inner}`) : isTerms(value) ? [] : [name]
  })
  const isOwn = (name: string) =>
    !ofEveryEntry.has(name) && !ofPlugins.test(name) && !groups.includes(name) && !isUsed(name, used)
  const others = unusedFields(sample, names.filter(isOwn)).filter(({ entries }) => entries > 0)
  return { kind, shown: Object.fromEntries(shown), others, of: sample.length }
}

/** The fields of a group count, and not the group. */
function isUsed(name: string, used: ReadonlySet<string>): boolean {
  return used.has(name) || [...used].some((path) => path.startsWith(`${name}.`))
}

/** The ids of terms of a taxonomy. */
function isTerms(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'number')
}
