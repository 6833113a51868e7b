// shared/api/README.md and openapi.yaml say what the calls are, what the site reads, and what the embedded content API sends.
import { cpSync } from 'node:fs'
import t from 'tap'
import { Compile } from 'typebox/schema'
import { parse } from 'yaml'
import { type CallName, callAt, callOf, calls } from '../../shared/api/calls.ts'
import type { Reader } from '../../shared/content/reader.ts'
import { segmentsOf } from '../../shared/path-pattern.ts'
import { createFolder, createWorld, richText } from '../content/world.ts'
import { fullContent } from '../helpers/full-content.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { readDocument, rowsOf, sectionOf, spansIn } from './document-parts.ts'
import { keysRead } from './keys-read.ts'
import { exampleFiles } from './manuals.ts'

const document = readDocument('shared/api/README.md')
const lines = (Object.keys(calls) as CallName[])
  .map((name) => `${name} ${callOf(name).method} ${callOf(name).path}`)
  .sort()

type Schema = {
  $ref?: string
  allOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  /** Schema of a table whose keys the content chooses. */
  additionalProperties?: Schema
}
type Json = { content: { 'application/json': { schema: Schema; example: object } } }
type Operation = { operationId: CallName; requestBody?: Json; responses: Record<string, { $ref: string }> }

const openapi = parse(readDocument('shared/api/openapi.yaml')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object }
}
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    ...operation,
  })),
)

/** The target of a `$ref`. */
function resolved<Target>(ref: string): Target {
  const keys = ref.slice(2).split('/')
  return keys.reduce((node: unknown, key) => (node as Record<string, unknown>)[key], openapi) as Target
}

const bodyOf = ({ $ref }: { $ref: string }) => resolved<Json>($ref).content['application/json']

/** What is wrong with the body of a response, by the schema of the file. */
function problemsOf(response: { $ref: string }, body: unknown): unknown[] {
  const local = JSON.stringify({ allOf: [bodyOf(response).schema], $defs: openapi.components.schemas })
  const schema = Compile(JSON.parse(local.replaceAll('#/components/schemas/', '#/$defs/')))
  const [isValid, errors] = schema.Errors(body)
  return isValid ? [] : [...errors]
}

t.test('the table of calls and openapi.yaml have the calls of the call table', async (t) => {
  const rows = rowsOf(sectionOf(document, '## The calls')).filter(([name = '']) => name.startsWith('[`'))
  const documented = rows.map(([name = '', address = '']) => `${spansIn(name)[0]} ${spansIn(address)[0]}`)
  t.strictSame(documented.sort(), lines)
  t.strictSame(
    operations.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`).sort(),
    lines,
  )
})

/** A request in a block `http`, and below it the status and the response in a block `json`. */
const example =
  /^```http\n(?<method>\w+) (?<path>\S+)\n(?<headers>(?:.+\n)*)(?:\n(?<body>.+)\n)?```\n\nStatus (?<status>\d+):\n\n```json\n(?<response>(?:(?!```).*\n)*)```$/gm

t.test('each example is the response of the embedded content API', async (t) => {
  const world = await createWorld(t, exampleFiles('en'))
  const shown = new Set<string | undefined>()
  for (const { groups = {} } of document.matchAll(example)) {
    const { method = '', path = '', headers = '', body, status, response = '' } = groups
    const fields = headers.split('\n').filter(Boolean)
    const sent = Object.fromEntries(fields.map((field) => field.toLowerCase().split(': ')))
    const { json, ...found } = await world.send(method, path, sent, body ? Buffer.from(body) : undefined)
    t.equal(found.status, Number(status), path)
    t.strictSame(json, JSON.parse(response), path)
    shown.add(callAt(segmentsOf(path.split('?', 1)[0]!))?.name)
  }
  t.strictSame([...shown].sort(), ['articleInfo', 'articleList', 'form'])
})

t.test('responses of the embedded content API and the examples are valid against openapi.yaml', async (t) => {
  const folder = createFolder(t, {})
  cpSync(smallFolder, folder, { recursive: true })
  const world = await createWorld(t, {}, { folder })
  const values: Partial<Record<CallName, string>> = {
    ...{ about: '1', articleDetail: '1', articleInfo: 'the-fair', articleList: 'news' },
    ...{ articleRecommends: 'product', download: '36', manual: '1' },
  }
  for (const { operationId, method, path, requestBody, responses } of operations) {
    const url = path.replace(/\{\w+\}/, values[operationId] ?? 'contact')
    const body = requestBody?.content['application/json'].example
    const { status, json } = body ? await world.post(url, body) : await world.get(`${url}?lang=en`)
    t.equal(status, 200, `${method} ${url}`)
    t.strictSame(problemsOf(responses['200']!, json), [], url)
  }
  const { json: missing } = await world.get('/api/home/about/999?lang=en')
  const { json: invalid } = await world.post('/api/home/form/contact', { email: 'nobody' })
  for (const [name, sent] of Object.entries({ NotFound: [missing], FieldErrors: [invalid], Error: [] })) {
    const response = { $ref: `#/components/responses/${name}` }
    for (const body of [bodyOf(response).example, ...sent]) t.strictSame(problemsOf(response, body), [], name)
  }
})

type Field = { path: string; isOptional: boolean }

/** What a `$ref` names, and the parts of `allOf` and `oneOf`. */
function partsOf(schema: Schema): Schema[] {
  const { $ref, allOf = [], oneOf = [] } = schema
  return [schema, ...($ref ? [resolved<Schema>($ref)] : []), ...allOf, ...oneOf].flatMap((part) =>
    part === schema ? [part] : partsOf(part),
  )
}

/** The fields of a schema at the places that `value` has: `social[].name`. */
function fieldsOf(schema: Schema, value: unknown, path = ''): Field[] {
  const parts = partsOf(schema)
  if (Array.isArray(value))
    return parts.flatMap(({ items }) =>
      items && value.length > 0 ? fieldsOf(items, value[0], `${path}[]`) : [],
    )
  return parts.flatMap(({ properties = {}, required = [], additionalProperties }) =>
    Object.entries({ ...properties, ...tableOf(additionalProperties, value) }).flatMap(([name, inner]) => {
      const own = [path, name].filter(Boolean).join('.')
      const part = (value as Record<string, unknown> | undefined)?.[name]
      return [{ path: own, isOptional: !required.includes(name) }, ...fieldsOf(inner, part ?? {}, own)]
    }),
  )
}

function tableOf(schema: Schema | undefined, value: unknown): Record<string, Schema> {
  return schema ? Object.fromEntries(Object.keys(value as object).map((key) => [key, schema])) : {}
}

t.test('openapi.yaml has, and requires, the fields that the site reads', async (t) => {
  for (const { operationId: call, responses } of operations) {
    const reader: Reader<unknown> = callOf(call).read
    const data = fullContent[call as keyof typeof fullContent]
    if (call !== 'form')
      t.strictSame(problemsOf(responses['200']!, { success: true, data, msg: '' }), [], call)
    const [ofData] = partsOf(bodyOf(responses['200']!).schema).flatMap(({ properties }) =>
      properties?.['success'] ? [] : (properties?.['data'] ?? []),
    )
    const fields = fieldsOf(ofData!, data)
    t.strictSame(
      [...new Set(fields.map(({ path }) => path))].sort(),
      keysRead(reader, data)
        .filter((key) => !key.endsWith('[]'))
        .sort(),
      call,
    )
    for (const { path, isOptional } of fields)
      t.equal(reads(reader, without(data, path)), isOptional, `${call}: ${path} is optional: ${isOptional}`)
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
