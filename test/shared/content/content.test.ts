// Readers of all 13 responses, with every field: each field is validated, and named in the error.
import t from 'tap'
import { type CallName, callOf, calls } from '../../../shared/api/calls.ts'
import { isContentError, type RichText } from '../../../shared/content/reader.ts'
import { fullContent } from '../../helpers/full-content.ts'

const richText = ((html) => html) as RichText

/** Paths of every value in it, itself included: `list.0.title`. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))]
}

function wrongFor(value: unknown): unknown {
  if (typeof value === 'string') return 42
  if (Array.isArray(value)) return { length: 1 }
  return typeof value === 'object' ? ['x'] : 'x'
}

function withWrong(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return wrongFor(value)
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = withWrong(copy[key], rest)
  return copy
}

function wrongField(name: CallName, answer: unknown): string | undefined {
  try {
    callOf(name).read(answer, richText)
    return undefined
  } catch (error) {
    if (!isContentError(error)) throw error
    return error.field
  }
}

for (const name of Object.keys(calls) as CallName[]) {
  t.test(`${name}: a full response is parsed, and every invalid field is named`, async (t) => {
    const answer = fullContent[name]
    t.strictSame(callOf(name).read(answer, richText), answer)
    for (const path of pathsIn(answer)) {
      const field = path.join('.')
      const named = path.at(-1) === 'status' ? undefined : field
      t.equal(wrongField(name, withWrong(answer, path)), named, field || 'data')
    }
  })
}

t.test('the minimal response', async (t) => {
  const least: [CallName, object][] = [
    ['about', { id: 1, title: 'a', body: '' }],
    ['articleDetail', { id: 1, category: 'news', title: 'a', body: '' }],
    ['download', { id: 1, title: 'a', items: [] }],
    ['manual', { id: 1, title: 'a', body: '' }],
    ['siteConfig', { zh: { title: 'a' } }],
    ['articleList', { list: [], total: 0, page: 1, page_size: 10 }],
  ]
  for (const [name, answer] of least) t.equal(wrongField(name, answer), undefined, name)
})

t.test('fields that may be null', async (t) => {
  const answer = {
    ...fullContent.articleDetail,
    parent_id: null,
    prev: null,
    next: null,
    items: null,
    cover: null,
  }
  const nothing = { parent_id: undefined, prev: undefined, next: undefined, items: [], cover: undefined }
  t.match(callOf('articleDetail').read(answer, richText), nothing)
})

t.test('a status other than draft, scheduled and expired is ignored', async (t) => {
  const read = callOf('articleDetail').read
  for (const status of ['published', 'PUBLISH', '', 1, null, {}, undefined])
    t.match(read({ ...fullContent.articleDetail, status }, richText), { status: undefined })
  for (const status of ['draft', 'scheduled', 'expired'])
    t.match(read({ ...fullContent.articleDetail, status }, richText), { status })
})

t.test('an unknown category is invalid', async (t) => {
  t.equal(wrongField('articleDetail', { ...fullContent.articleDetail, category: 'jobs' }), 'category')
})
