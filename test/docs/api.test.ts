// shared/api/README.md says what the calls are, and what the embedded content API sends.
import t from 'tap'
import { type CallName, callAt, callOf, calls } from '../../shared/api/calls.ts'
import type { Reader } from '../../shared/content/reader.ts'
import { segmentsOf } from '../../shared/path-pattern.ts'
import { createWorld, richText } from '../content/world.ts'
import { fullContent } from '../helpers/full-content.ts'
import { readDocument, rowsOf, sectionOf, spansIn } from './document-parts.ts'
import { exampleFiles } from './example-files.ts'
import { keysRead } from './keys-read.ts'

const document = readDocument('shared/api/README.md')
const names = Object.keys(calls) as CallName[]

t.test('the table of calls is the call table', async (t) => {
  const rows = rowsOf(sectionOf(document, '## The calls')).filter(([name = '']) => name.startsWith('[`'))
  const documented = rows.map(([name = '', address = '']) => [spansIn(name)[0], spansIn(address)[0]]).sort()
  t.strictSame(documented, names.map((name) => [name, `${callOf(name).method} ${callOf(name).path}`]).sort())
})

/** A request in a block `http`, and below it the status and the response in a block `json`. */
const example =
  /^```http\n(?<method>\w+) (?<path>\S+)\n(?<headers>(?:.+\n)*)(?:\n(?<body>.+)\n)?```\n\nStatus (?<status>\d+):\n\n```json\n(?<response>(?:(?!```).*\n)*)```$/gm

t.test('each example is the response of the embedded content API', async (t) => {
  const world = await createWorld(t, exampleFiles())
  const shown = new Set<string | undefined>()
  for (const { groups = {} } of document.matchAll(example)) {
    const { method = '', path = '', headers = '', body, status, response = '' } = groups
    const fields = headers.split('\n').filter(Boolean)
    const sent = Object.fromEntries(fields.map((field) => field.toLowerCase().split(': ')))
    const { json, ...found } = await world.send(method, path, sent, body ? Buffer.from(body) : undefined)
    t.equal(found.status, Number(status), path)
    const expected = JSON.parse(response)
    // The number of a message is random.
    if (method === 'POST' && expected.data?.id) json.data.id = expected.data.id
    t.strictSame(json, expected, path)
    shown.add(callAt(segmentsOf(path.split('?', 1)[0]!))?.name)
  }
  t.strictSame([...shown].sort(), [...names].sort())
})

type Field = { path: string; isOptional: boolean }

/** The fields of the documented types, those of objects inside a line too: `social[].name`. */
function documentedTypes(): Record<string, Field[]> {
  const types = document.matchAll(/^type (\w+) = \{\n(.*?)^\}$/gms)
  return Object.fromEntries([...types].map(([, name = '', body = '']) => [name, fieldsOf(body)]))
}

function fieldsOf(body: string): Field[] {
  return [...body.matchAll(/^ {2}(\w+)(\??): (?:\{(.*)\}(\[\])?)?/gm)].flatMap(
    ([, key = '', mark, inner = '', list]) => [
      { path: key, isOptional: mark === '?' },
      ...[...inner.matchAll(/(\w+)(\??):/g)].map(([, name = '', innerMark]) => ({
        path: `${key}${list ?? ''}.${name}`,
        isOptional: innerMark === '?',
      })),
    ],
  )
}

const { siteConfig, menu, articleDetail, articleList, banners, about, download, manual, search, form } =
  fullContent
/** Where each type is read: by which call, from which data, at which path of it. */
const places: Record<string, { call: CallName; data: unknown; path?: string }> = {
  SiteConfig: { call: 'siteConfig', data: siteConfig },
  Brand: { call: 'siteConfig', data: siteConfig, path: 'brand' },
  Colours: { call: 'siteConfig', data: siteConfig, path: 'brand.colours' },
  SiteBase: { call: 'siteConfig', data: siteConfig, path: 'zh' },
  MenuNode: { call: 'menu', data: menu, path: '[]' },
  ArticleSummary: { call: 'articleList', data: articleList, path: 'list[]' },
  ArticleList: { call: 'articleList', data: articleList },
  Article: { call: 'articleDetail', data: articleDetail },
  Picture: { call: 'articleDetail', data: articleDetail, path: 'gallery[]' },
  Counted: { call: 'articleList', data: articleList, path: 'tags[]' },
  ManualSummary: { call: 'manual', data: manual, path: 'siblings[]' },
  Attachment: { call: 'manual', data: manual, path: 'attachments[]' },
  Banner: { call: 'banners', data: banners, path: '[]' },
  About: { call: 'about', data: about },
  Download: { call: 'download', data: download },
  DownloadFile: { call: 'download', data: download, path: 'items[]' },
  Manual: { call: 'manual', data: manual },
  Search: { call: 'search', data: search },
  SearchRow: { call: 'search', data: search, path: 'list[]' },
  FormReceipt: { call: 'form', data: form },
}

t.test('the documented types have, and require, the fields that the site does', async (t) => {
  const types = documentedTypes()
  const { Envelope: _, ...ofData } = types
  t.strictSame(Object.keys(ofData).sort(), Object.keys(places).sort())
  for (const [name, { call, data, path = '' }] of Object.entries(places)) {
    const reader: Reader<unknown> = callOf(call).read
    const own = name === 'Article' ? [...types['ArticleSummary']!, ...ofData[name]!] : ofData[name]!
    const read = keysRead(reader, data)
    const start = path && `${path}.`
    const ofType = read.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length))
    const nested = new Set(own.map((field) => field.path))
    const known = ofType.filter((key) => nested.has(key) || !/[.[]/.test(key))
    t.strictSame(own.map((field) => field.path).sort(), known.sort(), name)
    for (const field of own) {
      const changed = without(data, start + field.path)
      const isRead = reads(reader, changed)
      t.equal(
        isRead,
        field.isOptional,
        `${name}.${field.path} is ${field.isOptional ? 'optional' : 'required'}`,
      )
    }
  }
})

function reads(reader: Reader<unknown>, value: unknown): boolean {
  try {
    reader(value, richText)
    return true
  } catch {
    return false
  }
}

/** A copy of `value` without the field at `path`, in the first item of each list. */
function without(value: unknown, path: string): unknown {
  const copy = structuredClone(value)
  const keys = path.replaceAll('[]', '.0').split('.').filter(Boolean)
  const last = keys.pop()!
  const holder = keys.reduce((part: unknown, key) => (part as Record<string, unknown>)[key], copy)
  delete (holder as Record<string, unknown>)[last]
  return copy
}
