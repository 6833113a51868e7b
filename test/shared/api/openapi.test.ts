// OpenAPI file: it matches the calls of the site and the responses of the embedded content API.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Compile } from 'typebox/schema'
import { parse } from 'yaml'
import { type CallName, callOf, calls } from '../../../shared/api/calls.ts'
import { createWorld, type Files, richText } from '../../content/world.ts'
import { fullContent } from '../../helpers/full-content.ts'
import { smallFolder } from '../../helpers/small-site.ts'

type Node = { [key: string]: Node }
type Operation = {
  operationId: string
  parameters: { $ref?: string; name: string; in: string; example?: unknown }[]
  requestBody?: { content: { 'application/json': { example: object } } }
  responses: Record<string, { $ref: string }>
}

const root = join(import.meta.dirname, '../../..')
const file = parse(readFileSync(join(root, 'shared/api/openapi.yaml'), 'utf8')) as Node & {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(file.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

/** The target of a `$ref`. */
function resolved(ref: string): Node {
  return ref
    .slice(2)
    .split('/')
    .reduce((node: Node, key) => node[key]!, file)
}

/** The schema of a response, with the definitions that it refers to. */
function schemaOf({ $ref }: { $ref: string }) {
  const schema = resolved($ref)['content']!['application/json']!['schema']!
  const local = JSON.stringify({ allOf: [schema], $defs: file['components']!['schemas'] })
  return Compile(JSON.parse(local.replaceAll('#/components/schemas/', '#/$defs/')))
}

function problemsOf(response: { $ref: string }, body: unknown): unknown[] {
  const [isValid, errors] = schemaOf(response).Errors(body)
  return isValid ? [] : [...errors]
}

t.test('the file has the fourteen calls of the call table and no others', async (t) => {
  const described = operations.map(
    ({ method, path, operation }) => `${operation.operationId} ${method} ${path}`,
  )
  const called = (Object.keys(calls) as CallName[]).map((name) => {
    const { method, path } = callOf(name)
    return `${name} ${method} ${path}`
  })
  t.strictSame(described.sort(), called.sort())
})

t.test('a response that is valid against the file is accepted by the readers', async (t) => {
  for (const { operation } of operations) {
    const name = operation.operationId as CallName
    if (name === 'form') continue
    const data = fullContent[name as keyof typeof fullContent]
    t.strictSame(problemsOf(operation.responses['200']!, { success: true, data, msg: '' }), [], name)
    t.ok(callOf(name).read(data, richText), name)
  }
})

t.test('the file rejects what the readers reject', async (t) => {
  for (const { operation } of operations) {
    const name = operation.operationId as CallName
    const wrong = { success: true, data: 12, msg: '' }
    t.not(problemsOf(operation.responses['200']!, wrong).length, 0, name)
    t.throws(() => callOf(name).read(wrong.data, richText), name)
  }
})

t.test('the examples of the file are valid against its schemas', async (t) => {
  for (const name of ['NotFound', 'FieldErrors', 'Error']) {
    const ref = { $ref: `#/components/responses/${name}` }
    t.strictSame(problemsOf(ref, resolved(ref.$ref)['content']!['application/json']!['example']), [], name)
  }
})

const read = (name: string): [string, string] => [name, readFileSync(join(smallFolder, name), 'utf8')]
const ids: Record<string, string> = { about: '1', articleDetail: '1', download: '36', manual: '1' }
const signs: Record<string, string> = { aboutInfo: 'contact', articleInfo: 'the-fair' }

t.test('responses of the embedded content API are valid against the file', async (t) => {
  const names = readdirSync(smallFolder, { recursive: true, encoding: 'utf8' })
  const files: Files = Object.fromEntries(names.filter((name) => /\.(md|yaml)$/.test(name)).map(read))
  const world = await createWorld(t, files)
  for (const { method, path, operation } of operations) {
    const { operationId, requestBody, responses } = operation
    const value =
      ids[operationId] ??
      signs[operationId] ??
      { articleList: 'news', articleRecommends: 'product' }[operationId]
    const url = path.replace(/\{\w+\}/, value ?? 'contact')
    const { status, json } =
      method === 'GET'
        ? await world.get(`${url}?lang=en`)
        : await world.post(url, requestBody!.content['application/json'].example)
    t.equal(status, 200, url)
    t.strictSame(problemsOf(responses['200']!, json), [], url)
  }
  const missing = await world.get('/api/home/about/999?lang=en')
  t.equal(missing.status, 404)
  t.strictSame(problemsOf({ $ref: '#/components/responses/NotFound' }, missing.json), [])
  const invalid = await world.post('/api/home/form/contact', { email: 'nobody' })
  t.equal(invalid.status, 400)
  t.strictSame(problemsOf({ $ref: '#/components/responses/FieldErrors' }, invalid.json), [])
})
