// The table of fields as tables of the documents, and as schemas of openapi.yaml. What a field means is written in the documents, and
// stays as it is there.
import { parse } from 'yaml'
import { itemFields, manualSummary } from '../../shared/content/fields.ts'
import type { Field, Fields } from '../../shared/content/reader.ts'
import { markdownTable, rowsOf } from '../docs/document-parts.ts'

const { summary, article, about, download, manual } = itemFields
const { seo, ...sent } = article
const articles: Fields = { ...summary, seo, ...sent }
export type FieldGroup = 'every' | 'article' | 'about' | 'download' | 'manual'
const further = (fields: Fields) => pick(fields, (name) => !isEverywhere(name))
const groups: Record<FieldGroup, Fields> = {
  every: pick(articles, isEverywhere),
  article: further(articles),
  about: further(about),
  download: further(download),
  manual: further(manual),
}

const words = {
  en: {
    ...{ flag: '`true`, `false`', number: 'number', date: 'date', sign: 'sign', list: 'list', map: 'map' },
    ...{
      head: ['key', 'value', 'meaning'],
      lists: 'map of lists',
      texts: 'list of text',
      products: 'list of ids',
    },
    ...{
      required: 'required',
      news: 'required for news',
      product: 'products only',
      as: ', as `NAME` of articles',
    },
    ...{ colon: ': ', comma: ', ', also: ', ', open: ' (', close: ')' },
  },
  zh: {
    ...{ flag: '`true`、`false`', number: '数字', date: '日期', sign: '标识', list: '列表', map: '映射' },
    ...{ head: ['键', '值', '含义'], lists: '列表的映射', texts: '文本的列表', products: '编号的列表' },
    ...{ required: '必填', news: '新闻必填', product: '仅用于产品', as: '，同文章的 `NAME`' },
    ...{ colon: '：', comma: '、', also: '，', open: '（', close: '）' },
  },
}
type Language = keyof typeof words

/** The table for content files. `written`: the table as it is. */
export function fieldTable(group: FieldGroup, language: Language, written: string): string {
  const meanings = new Map(rowsOf(written).map(([key = '', , meaning = '']) => [key, meaning]))
  return markdownTable([words[language].head, ...fieldRows(groups[group], language, meanings)])
}

/** An inner field has a row where the document explains it. */
function fieldRows(
  fields: Fields,
  language: Language,
  meanings: Map<string, string>,
  prefix = '',
): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.only === 'responses') return []
    const key = `\`${prefix}${name}\``
    const inner = innerFields(field)
    const innerPrefix = `${prefix}${name}${field.list ? '[]' : ''}.`
    const isExplained = (one: string) => meanings.has(`\`${innerPrefix}${one}\``)
    const others = pick(inner, (one) => !isExplained(one))
    const rows = fieldRows(pick(inner, isExplained), language, meanings, innerPrefix)
    return [[key, valueCell(field, others, language), meanings.get(key) ?? ''], ...rows]
  })
}

/** The fields of an object, unless the table of articles has the same for another field. */
function innerFields(field: Field): Fields {
  return typeof field.type !== 'object' || field.list === 'map' || fieldAlike(field) ? {} : field.type
}

/** The first field of articles with the same inner fields. */
function fieldAlike(field: Field): string | undefined {
  if (typeof field.type === 'string') return undefined
  const [name, first] = Object.entries(articles).find(([, { type }]) => type === field.type) ?? []
  return first === field ? undefined : name
}

/** Without a word for text. `inner`: the fields that have no row. */
function valueCell(field: Field, inner: Fields, language: Language): string {
  const { as, colon, comma, open, close } = words[language]
  const alike = fieldAlike(field)
  const names = Object.entries(inner).map(([name, one]) => {
    const value = wordsOf(one, language)
    return `\`${name}\`${value && open + value + close}`
  })
  const ending = alike ? as.replace('NAME', alike) : names.length > 0 ? colon + names.join(comma) : ''
  return wordsOf(field, language) + ending
}

function wordsOf({ type, list, required, kinds = [] }: Field, language: Language): string {
  const word = words[language]
  const needs =
    typeof required === 'object' ? required.map(() => word.news) : required === true ? [word.required] : []
  const ends = [...needs, ...kinds.map(() => word.product)]
  return [wordOf(type, list, word), ...ends].filter(Boolean).join(word.also)
}

function wordOf(type: Field['type'], list: Field['list'], word: (typeof words)[Language]): string {
  if (list === 'map') return word.lists
  if (typeof type !== 'string') return list ? word.list : word.map
  if (list) return type === 'product' ? word.products : word.texts
  switch (type) {
    case 'flag':
    case 'number':
    case 'date':
    case 'sign':
      return word[type]
    case 'id':
      return type
    case 'url':
      return 'URL'
    case 'locale':
      return `\`zh\`${word.comma}\`en\``
    case 'copies':
      return word.list
    default:
      return ''
  }
}

const refs: Partial<Record<string, string>> = {
  ...{
    html: 'Html',
    date: 'Date',
    url: 'Url',
    copies: 'ImageCopies',
    category: 'Category',
    chapter: 'Chapter',
  },
  ...{ languages: 'Languages', status: 'Status', summary: 'ArticleSummary', manual: 'ManualSummary' },
  ...{ product: 'Named', named: 'Named', neighbour: 'Neighbour', 'named about': 'NamedAbout' },
}
const objects = new Map<Fields, string>([
  [seo.type, 'Seo'],
  [article.attachments.type, 'Attachment'],
  [article.documents.type, 'File'],
])
const plain: Partial<Record<string, string>> = { id: 'integer', number: 'integer', flag: 'boolean' }

/** A schema as it is written. */
type Schema = {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: [Schema, Schema]
}

/** Schemas of responses, below `schemas:`. `written`: as they are. */
export function fieldSchemas(written: string): string {
  const { id, title, products } = manual
  const known: Record<string, Schema> = parse(written) ?? {}
  const schemas = {
    ...Object.fromEntries([...objects].map(([fields, name]) => [name, objectOf(fields, known[name])])),
    Seo: { ...objectOf(seo.type, known['Seo']), type: ['object', 'null'] },
    ArticleSummary: objectOf(summary, known['ArticleSummary']),
    Article: { allOf: [{ $ref: refTo('ArticleSummary') }, objectOf(article, known['Article']?.allOf?.[1])] },
    ManualSummary: objectOf({ ...manualSummary, id, title, products }, known['ManualSummary']),
    About: objectOf(about, known['About']),
    Download: objectOf(download, known['Download']),
    Manual: objectOf(manual, known['Manual']),
  }
  const lines = Object.entries(schemas).map(([name, schema]) => `    ${name}:\n${yamlOf(schema, 6)}`)
  return lines.join('')
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`
}

function objectOf(fields: Fields, known?: Schema) {
  const own = Object.entries(fields).filter(([, { only }]) => only !== 'files')
  const required = own.flatMap(([name, field]) => (field.required === true ? name : []))
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      own.map(([name, field]) => [name, schemaOf(field, known?.properties?.[name])]),
    ),
  }
}

function schemaOf({ type, list, required }: Field, known: Schema = {}): object {
  const { description } = known
  const value = valueSchema(type, required === true || list !== undefined, list ? known.items : known)
  return { ...(list ? { type: 'array', items: value } : value), ...(description && { description }) }
}

function valueSchema(type: Field['type'], isRequired: boolean, known?: Schema): object {
  const ref = typeof type === 'string' ? refs[type] : typeof type === 'object' && objects.get(type)
  if (ref) return { $ref: refTo(ref) }
  if (typeof type === 'object') return objectOf(type, known)
  const name = plain[String(type)] ?? 'string'
  return { type: isRequired ? name : [name, 'null'] }
}

/** Each property in a line. */
function yamlOf(value: object, indent: number): string {
  const space = ' '.repeat(indent)
  const lines = Object.entries(value).map(([key, part]) => {
    if (key === 'properties') return `${space}properties:\n${yamlOf(part, indent + 2)}`
    if (key !== 'allOf') return `${space}${key}: ${inOneLine(part)}\n`
    const items = part.map((one: object) => `${space}  - ${yamlOf(one, indent + 4).trimStart()}`)
    return `${space}allOf:\n${items.join('')}`
  })
  return lines.join('')
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, part]) => `${key}: ${inOneLine(part)}`)
      .join(', ')} }`
  const text = String(value)
  return /^(?!null$)[\w-]+(?: [\w-]+)*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`
}

function pick(fields: Fields, isWanted: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isWanted(name)))
}

function isEverywhere(name: string): boolean {
  return [articles, about, download, manual].every((fields) => name in fields)
}
