// Embedded content API: form submissions and their storage on the disk.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { readFormReceipt } from '../../shared/content/content.ts'
import { createFolder, createWorld, richText } from './world.ts'

const fields = { name: '王工', message: '问价', phone: '0574 8765' }
const form = '/api/home/form/contact'

function rowsIn(dataFile: string): Record<string, unknown>[] {
  const database = new DatabaseSync(dataFile, { readOnly: true })
  const rows = database.prepare('select * from message order by id').all()
  database.close()
  return rows.map((row) => ({ ...row }))
}

t.test('a submission is on the disk before the response', async (t) => {
  const dataFile = join(createFolder(t, {}), 'deep/down/messages.sqlite')
  const world = await createWorld(t, {}, { dataFile, now: () => Date.UTC(2026, 2, 2) })
  t.notOk(existsSync(dataFile), 'made with the first form')
  const { status, headers, json } = await world.post(form, { ...fields, lang: 'en', empty: '' })
  t.equal(status, 200)
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
  const { id } = readFormReceipt(json.data, richText)
  t.strictSame(json, { success: true, data: { id }, msg: '' })
  t.match(rowsIn(dataFile), [
    {
      key: id,
      form: 'contact',
      fields: '{"empty":"","lang":"en","message":"问价","name":"王工","phone":"0574 8765"}',
      received: Date.UTC(2026, 2, 2),
      flags: '',
      locale: 'zh',
      fingerprint: '',
    },
  ])
})

t.test('the form name is decoded once; `:name` and any other name are accepted', async (t) => {
  const dataFile = join(createFolder(t, {}), 'messages.sqlite')
  const world = await createWorld(t, {}, { dataFile })
  for (const name of [':name', '%3Aname', '%E8%AF%A2%E4%BB%B7', 'a%2Fb', '%2541']) {
    t.equal((await world.post(`/api/home/form/${name}`, fields)).status, 200, name)
  }
  t.strictSame(
    rowsIn(dataFile).map((row) => row['form']),
    [':name', ':name', '询价', 'a/b', '%41'],
  )
  t.equal((await world.post('/api/home/form/', fields)).status, 404)
  t.equal((await world.post('/api/home/form', fields)).status, 404)
})

t.test('missing fields get an error message in the language of the visitor', async (t) => {
  const world = await createWorld(t, {})
  const message = '请检查填写的内容'
  const errors = { name: ['请填写姓名'], message: ['请填写留言内容'], contact: ['请填写邮箱或电话'] }
  const { status, json } = await world.post(form, { name: ' ', lang: 'en' })
  t.strictSame([status, json], [400, { success: false, data: null, msg: message, errors, message }])
  const en = await world.post(form, { ...fields, message: '' }, { 'accept-language': 'en' })
  t.match(en.json, {
    msg: 'Please check your entries.',
    errors: { message: ['Please enter your message'] },
  })
})

t.test(
  'fields must be text within the limits of the form, and one of contact, email and phone',
  async (t) => {
    const world = await createWorld(t, {})
    const noText = ['must be text']
    const noWay = { phone: undefined }
    const rows: [more: object, status: number, errors?: object][] = [
      [{ ...noWay, contact: 'c@d.example' }, 200],
      [{ ...noWay, email: 'c@d.example' }, 200],
      [{ ...noWay, contact: 'c' }, 400],
      [{ ...noWay, fax: 'c', email: '\u3000' }, 400],
      [{ a: 1 }, 400, { a: noText }],
      [{ a: { b: 'c' }, d: null }, 400, { a: noText }],
      [{ message: ['a'] }, 400, { message: noText }],
      [{ message: '好'.repeat(5000) }, 200],
      [{ message: 'x'.repeat(5001) }, 400, { message: ['Please use no more than 5000 characters'] }],
      [{ a: 'x'.repeat(65_536) }, 413],
    ]
    for (const [more, expected, errors] of rows) {
      const { status, json } = await world.post(form, { ...fields, ...more }, { 'accept-language': 'en' })
      t.equal(status, expected, Object.keys(more).join())
      if (errors) t.strictSame(json.errors, errors)
    }
    const hostile = Buffer.from('{"name":"a","message":"b","phone":"c","__proto__":"d"}')
    t.equal((await world.send('POST', form, {}, hostile)).status, 400)
  },
)

t.test('a repeated idempotency key stores once, also after a restart; other content is a 409', async (t) => {
  const dataFile = join(createFolder(t, {}), 'messages.sqlite')
  const before = await createWorld(t, {}, { dataFile })
  const key = (name: string) => ({ 'idempotency-key': name })
  const first = await before.post(form, fields, key('k-1'))
  const again = await before.post(form, { phone: '0574 8765', message: '问价', name: '王工' }, key('k-1'))
  t.strictSame([again.status, again.json], [200, first.json], 'whatever the order of fields')
  t.not((await before.post(form, fields, key('k-2'))).json.data.id, first.json.data.id)
  t.not((await before.post(form, fields)).json.data.id, (await before.post(form, fields)).json.data.id)
  t.equal(rowsIn(dataFile).length, 4)
  for (const [path, body] of [
    [form, { ...fields, message: '另一个' }],
    ['/api/home/form/other', fields],
  ] as const)
    t.match(await before.post(path, body, key('k-1')), { status: 409, json: { success: false, data: null } })
  t.equal((await before.post(form, fields, key(''))).status, 200)
  await before.origin.close()
  const after = await createWorld(t, {}, { dataFile })
  t.strictSame((await after.post(form, fields, key('k-1'))).json, first.json)
})

t.test('a submission that cannot be stored is a 503, and works again when the disk does', async (t) => {
  const folder = createFolder(t, { blocked: 'a file where a folder should be' })
  const dataFile = join(folder, 'blocked/messages.sqlite')
  const world = await createWorld(t, {}, { dataFile })
  const key = { 'idempotency-key': 'k-1', 'accept-language': 'en' }
  const { status, json } = await world.post(form, fields, key)
  t.equal(status, 503)
  const message = 'The message could not be saved. Please try again later.'
  t.strictSame(json, { success: false, data: null, msg: message, message })
  t.strictSame(
    world.logged.filter(({ level }) => level === 'error').map(({ event }) => event),
    ['form submission not stored'],
  )
  rmSync(join(folder, 'blocked'))
  t.equal((await world.post(form, fields, key)).status, 200)
  t.equal(rowsIn(dataFile).length, 1)
})

t.test('a database that fails while open is reopened', async (t) => {
  const dataFile = join(createFolder(t, {}), 'messages.sqlite')
  const world = await createWorld(t, {}, { dataFile })
  t.equal((await world.post(form, fields)).status, 200)
  const other = new DatabaseSync(dataFile)
  other.exec('drop table message')
  t.equal((await world.post(form, fields)).status, 503)
  other.exec('begin immediate')
  t.equal((await world.post(form, fields)).status, 503, 'locked by another program for too long')
  other.exec('rollback')
  other.close()
  t.equal((await world.post(form, fields)).status, 200)
  t.equal(rowsIn(dataFile).length, 1)
})

t.test('a file that is not a database is a 503', async (t) => {
  const folder = createFolder(t, {})
  mkdirSync(join(folder, 'data'))
  writeFileSync(
    join(folder, 'data/messages.sqlite'),
    'this is not a database, but long enough to be read as one'.repeat(20),
  )
  const world = await createWorld(t, {}, { dataFile: join(folder, 'data/messages.sqlite') })
  t.equal((await world.post(form, fields)).status, 503)
  t.equal((await world.get('/api/home/article/list/news')).status, 200)
})
