// shared/api/README.md and openapi.yaml say what the calls are, what the site reads, and what the embedded content API sends.
import { cpSync } from 'node:fs'
import t from 'tap'
import { Compile } from 'typebox/schema'
import { parse } from 'yaml'
import { type CallName, callAt, callOf, calls } from '../../shared/api/calls.ts'
import { segmentsOf } from '../../shared/path-pattern.ts'
import { createFolder, createWorld } from '../content/world.ts'
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

/** Keys that the content chooses. */
const chosen = /^(?:home_\w+|counts\..+)$/

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

/** The names of the properties of a schema, and of what it refers to. Entries of the menu have entries. */
function namesIn(schema: Schema, followed: string[] = []): string[] {
  const { $ref, allOf = [], oneOf = [], items, properties = {}, additionalProperties } = schema
  const inner = [...allOf, ...oneOf, ...Object.values(properties), items, additionalProperties]
  const target = $ref && !followed.includes($ref) ? resolved<Schema>($ref) : undefined
  const parts = [target, ...inner].filter((part) => part !== undefined)
  const seen = $ref ? [...followed, $ref] : followed
  return [...Object.keys(properties), ...parts.flatMap((part) => namesIn(part, seen))]
}

t.test('openapi.yaml has the fields that the site reads, and no others', async (t) => {
  const nameOf = (key: string) => key.replace(/.*\./, '').replace('[]', '')
  const unique = (names: string[]) => [...new Set(names)].sort()
  for (const { operationId: call, responses } of operations) {
    const data: unknown = fullContent[call]
    if (call !== 'form')
      t.strictSame(problemsOf(responses['200']!, { success: true, data, msg: '' }), [], call)
    const documented = namesIn(bodyOf(responses['200']!).schema)
    const keys = keysRead(callOf(call).read, data).filter((key) => !chosen.test(key))
    const read = [...keys.map(nameOf), 'success', 'data', 'msg']
    t.strictSame(unique(documented), unique(read), call)
  }
})
