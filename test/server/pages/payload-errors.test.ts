// Error catalogue: the message of a payload whose call fails, as the browser shows it in a toast.
import t from 'tap'
import { en } from '../../../shared/messages/en.ts'
import { zh } from '../../../shared/messages/zh.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

type Row = { name: string; status?: number; body: unknown; message?: string }

/** Without `message` it is the default text of the language. */
const rows: Row[] = [
  { name: 'success false with a message', body: { success: false, msg: 'Sold out' }, message: 'Sold out' },
  { name: 'an HTTP error', status: 500, body: {} },
  { name: 'a message', status: 422, body: { message: 'Too long' }, message: 'Too long' },
  { name: 'a string that is JSON', status: 422, body: '{"message":"In a string"}', message: 'In a string' },
  {
    name: 'errors by field',
    status: 422,
    body: { errors: { name: ['is long', 'is odd'], mail: ['is none'] } },
    message: 'is long,is odd;is none',
  },
  { name: 'code 40001', status: 400, body: { code: 40001, message: 'Log in' }, message: 'Log in' },
  { name: 'data of a wrong shape', body: { success: true, data: { id: 'secret' } } },
]

t.test('the message of a failed payload is in its language', async (t) => {
  const site = await createSmallSite(t)
  let id = 100
  const expectMessage = async ({ name, status = 200, body }: Row, locale: string, message: string) => {
    site.origin.json(`/api/home/article/detail/${++id}`, body, status)
    const response = await site.get(`/${locale}/news/${id}/_payload.json?${site.build.id}`)
    t.match(response.json(), { error: true, statusCode: 502, message }, name)
  }
  for (const row of rows) await expectMessage(row, 'en', row.message ?? en['error.transport'])
  await expectMessage({ name: 'no message', body: { success: false } }, 'en', en['error.system'])
  await expectMessage({ name: 'an HTTP error', status: 500, body: {} }, 'zh', zh['error.transport'])
})

t.test('what is not found is the page, not its payload', async (t) => {
  const site = await createSmallSite(t)
  for (const [path, query] of [
    ['/en/news/999', ''],
    ['/en/news/999', '?page=2'],
    ['/en/news/1/2/3', '?a=b'],
  ]) {
    const payload = `${path}/_payload.json?${site.build.id}${query!.replace('?', '&')}`
    const message = `Page not found: ${path}${query}`
    for (let times = 0; times < 2; times++)
      t.match((await site.get(payload)).json(), { url: payload, statusCode: 404, message: message })
  }
})
