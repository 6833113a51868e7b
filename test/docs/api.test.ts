// shared/api/README.md says what the calls are, and what the embedded content API sends.
import t from 'tap'
import { parse } from 'yaml'
import { type CallName, callAt, callOf, calls } from '../../shared/api/calls.ts'
import type { Reader } from '../../shared/content/reader.ts'
import { segmentsOf } from '../../shared/path-pattern.ts'
import { createWorld, richText } from '../content/world.ts'
import { fullContent } from '../helpers/full-content.ts'
import { readDocument, rowsOf, sectionOf, spansIn } from './document-parts.ts'
import { keysRead } from './keys-read.ts'
import { exampleFiles } from './manuals.ts'

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
type Operation = { operationId: CallName; responses: { '200': { $ref: string } } }
type Field = { path: string; isOptional: boolean }

const openapi = parse(readDocument('shared/api/openapi.yaml')) as {
  paths: Record<string, Record<string, Operation>>
}

/** What a `$ref` names, and the parts of `allOf` and `oneOf`. */
function partsOf(schema: Schema): Schema[] {
  const { $ref, allOf = [], oneOf = [] } = schema
  return [schema, ...($ref ? [resolved($ref)] : []), ...allOf, ...oneOf].flatMap((part) =>
    part === schema ? [part] : partsOf(part),
  )
}

function resolved(ref: string): Schema {
  return ref
    .slice(2)
    .split('/')
    .reduce((node: unknown, key) => (node as Record<string, unknown>)[key], openapi) as Schema
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
  const operations = Object.values(openapi.paths).flatMap((methods) => Object.values(methods))
  for (const { operationId: call, responses } of operations) {
    const reader: Reader<unknown> = callOf(call).read
    const data = fullContent[call as keyof typeof fullContent]
    const [ofData] = partsOf(
      (resolved(responses['200'].$ref) as { content: Record<string, { schema: Schema }> }).content[
        'application/json'
      ]!.schema,
    ).flatMap(({ properties }) => (properties?.['success'] ? [] : (properties?.['data'] ?? [])))
    const fields = fieldsOf(ofData!, data)
    t.strictSame(
      [...new Set(fields.map(({ path }) => path))].sort(),
      keysRead(reader, data)
        .filter((key) => !key.endsWith('[]'))
        .sort(),
      call,
    )
    for (const { path, isOptional } of fields)
      t.equal(
        reads(reader, without(data, path)),
        isOptional,
        `${call}: ${path} is ${isOptional ? 'optional' : 'required'}`,
      )
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
