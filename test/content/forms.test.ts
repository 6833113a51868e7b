// Embedded content API: form submissions and their storage on the disk.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { createFolder, createWorld } from './world.ts'

const fields = { name: '王工', message: '问价', phone: '0574 8765' }
const form = '/api/home/form/contact'
const inEnglish = { 'accept-language': 'en' }

function rowsIn(dataFile: string): Record<string, unknown>[] {
  const database = new DatabaseSync(dataFile, { readOnly: true })
  const rows = database.prepare('select * from message order by id').all()
  database.close()
  return rows.map((row) => ({ ...row }))
}

t.test('a submission is stored under the decoded name of its form', async (t) => {
  const dataFile = join(createFolder(t, {}), 'messages.sqlite')
  const world = await createWorld(t, {}, { dataFile, now: () => Date.UTC(2026, 2, 2) })
  for (const name of ['contact', ':name', '%E8%AF%A2%E4%BB%B7', '%2541'])
    t.equal((await world.post(`/api/home/form/${name}`, { ...fields, lang: 'en', empty: '' })).status, 200)
  const stored = '{"empty":"","lang":"en","message":"问价","name":"王工","phone":"0574 8765"}'
  t.match(
    rowsIn(dataFile),
    ['contact', ':name', '询价', '%41'].map((form) => {
      return { form, fields: stored, received: Date.UTC(2026, 2, 2), locale: 'zh' }
    }),
  )
  t.equal((await world.post('/api/home/form/', fields)).status, 404)
})

t.test('wrong fields get error messages in the language of the visitor', async (t) => {
  const world = await createWorld(t, {})
  const message = '请检查填写的内容'
  const errors = { name: ['请填写姓名'], message: ['请填写留言内容'], contact: ['请填写邮箱或电话'] }
  const { status, json } = await world.post(form, { name: ' ', lang: 'en' })
  t.strictSame([status, json], [400, { success: false, data: null, msg: message, errors, message }])
  const noWay = { phone: undefined }
  const rows: [more: object, status: number, errors?: object][] = [
    [{ ...noWay, contact: 'c@d.example' }, 200],
    [{ ...noWay, contact: 'c' }, 400],
    [{ a: { b: 'c' }, d: null }, 400, { a: ['must be text'] }],
    [{ message: 'x'.repeat(5001) }, 400, { message: ['Please use no more than 5000 characters'] }],
    [{ a: 'x'.repeat(65_536) }, 413],
  ]
  for (const [more, expected, errors] of rows) {
    const found = await world.post(form, { ...fields, ...more }, inEnglish)
    t.equal(found.status, expected, Object.keys(more).join())
    if (errors) t.strictSame(found.json.errors, errors)
  }
})

t.test('a repeated idempotency key stores once, also after a restart; other content is a 409', async (t) => {
  const dataFile = join(createFolder(t, {}), 'messages.sqlite')
  const before = await createWorld(t, {}, { dataFile })
  const key = { 'idempotency-key': 'k-1' }
  const first = await before.post(form, fields, key)
  const again = await before.post(form, { phone: '0574 8765', message: '问价', name: '王工' }, key)
  t.strictSame([again.status, again.json], [200, first.json], 'whatever the order of fields')
  t.not((await before.post(form, fields)).json.data.id, first.json.data.id)
  t.equal(rowsIn(dataFile).length, 2)
  for (const [path, body] of [
    [form, { ...fields, message: '另一个' }],
    ['/api/home/form/other', fields],
  ] as const)
    t.match(await before.post(path, body, key), { status: 409, json: { success: false, data: null } })
  await before.origin.close()
  const after = await createWorld(t, {}, { dataFile })
  t.strictSame((await after.post(form, fields, key)).json, first.json)
})

t.test('a submission that cannot be stored is a 503, and works again when the disk does', async (t) => {
  const folder = createFolder(t, { blocked: 'a file where a folder should be' })
  const dataFile = join(folder, 'blocked/messages.sqlite')
  const world = await createWorld(t, {}, { dataFile })
  const key = { 'idempotency-key': 'k-1', ...inEnglish }
  const { status, json } = await world.post(form, fields, key)
  const message = 'The message could not be saved. Please try again later.'
  t.strictSame([status, json], [503, { success: false, data: null, msg: message, message }])
  t.strictSame(
    world.logged.filter(({ level }) => level === 'error').map(({ event }) => event),
    ['form submission not stored'],
  )
  rmSync(join(folder, 'blocked'))
  t.equal((await world.post(form, fields, key)).status, 200)
  t.equal(rowsIn(dataFile).length, 1)
})
