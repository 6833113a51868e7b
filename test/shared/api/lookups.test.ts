// Look-ups without an id: which calls are made, and which page is found.
import t from 'tap'
import { apiOf } from '../../../shared/api/api.ts'
import {
  aboutBy,
  defaultDownload,
  downloadBy,
  firstAbout,
  isFirstAbout,
  manualsOf,
} from '../../../shared/api/lookups.ts'
import { readAbout } from '../../../shared/content/content.ts'
import { apiError } from '../../../shared/errors.ts'
import { richText } from '../../content/world.ts'

/** The calls over a table of responses by call and parameter; others are missing. */
function createWorld(answers: Record<string, unknown>) {
  const calls: string[] = []
  const api = apiOf(async (name, params) => {
    const call = `${name} ${Object.values(params)}`
    calls.push(call)
    if (!(call in answers)) throw apiError('missing', call)
    return answers[call]
  })
  return { api, calls }
}

/** `contact` is the sign of the page with the id 1; `siblings`: ids. */
const about = (id: number, ...siblings: number[]) => {
  const signed = (id: number) => ({ id, title: `${id}`, sign: id === 1 ? 'contact' : `${id}` })
  return readAbout({ ...signed(id), body: '', siblings: siblings.map(signed) }, richText)
}
const plain = (id: number) => ({ ...about(id), sign: 'company' })

type Row = [answers: Record<string, object>, id: number | undefined, calls: string[]]
const rows: Row[] = [
  [{}, undefined, ['about 1', 'about 0']],
  [{ 'about 1': plain(1) }, 1, ['about 1']],
  [{ 'about 1': about(1) }, 1, ['about 1', 'about 0']],
  [{ 'about 1': about(1), 'about 0': about(7) }, 7, ['about 1', 'about 0']],
  [{ 'about 0': about(7, 1, 7, 9) }, 7, ['about 1', 'about 0']],
  [{ 'about 0': about(7, 1, 9, 7), 'about 9': about(9) }, 9, ['about 1', 'about 0', 'about 9']],
  [{ 'about 0': about(7, 9, 7) }, 7, ['about 1', 'about 0', 'about 9']],
  [{ 'about 0': about(7, 9, 8) }, 7, ['about 1', 'about 0']],
]
t.test('the first about page is that of the upstream, the contact page last', async (t) => {
  for (const [answers, id, expected] of rows) {
    const { api, calls } = createWorld(answers)
    t.strictSame([(await firstAbout(api))?.id, calls], [id, expected])
  }
  const { api, calls } = createWorld({})
  t.strictSame([await firstAbout(api, plain(1)), calls], [plain(1), []])
})

t.test(
  'a page is the first one if it is listed first, or has the id 1 and nothing contradicts',
  async (t) => {
    const { api, calls } = createWorld({ 'about 0': about(7, 7, 9) })
    t.strictSame([await isFirstAbout(api, about(9, 7, 9)), calls], [false, []])
    t.strictSame([await isFirstAbout(api, about(7, 7, 9)), calls], [true, ['about 1', 'about 0']])
    t.strictSame([await isFirstAbout(api, plain(1)), calls.length], [true, 2])
    t.equal(await isFirstAbout(api, about(1)), false)
  },
)

t.test('an item by its id or sign; the id 0 is no page', async (t) => {
  const { api, calls } = createWorld({ 'about 7': about(7), 'aboutInfo 7a': about(7), 'download 36': 36 })
  t.equal((await aboutBy(api, '7')).id, 7)
  t.equal((await aboutBy(api, '7a')).id, 7)
  t.strictSame([await downloadBy(api, '36'), calls], [36, ['about 7', 'aboutInfo 7a', 'download 36']])
  const missing = (message: string) => ({ name: 'ApiError', kind: 'missing', message })
  await t.rejects(aboutBy(api, '00'), missing('about page 00: not the id of a page'))
  await t.rejects(downloadBy(api, '0'), missing('category of downloads 0: not the id of a category'))
  t.equal(calls.length, 3)
})

t.test(
  'downloads are those of the configured category, else of the first; manuals of the index',
  async (t) => {
    const { api, calls } = createWorld({ 'download 0': 40, 'manual 0': { siblings: [1] } })
    t.strictSame([await defaultDownload(api, 36), await manualsOf(api)], [40, [1]])
    t.strictSame(calls, ['download 36', 'download 0', 'manual 0'])
    t.equal(await defaultDownload(createWorld({ 'download 36': 36 }).api, 36), 36)
    t.strictSame(await manualsOf(createWorld({}).api), [])
  },
)
