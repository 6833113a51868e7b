// Response validation: an invalid response is a failure of the upstream and not stored.
import t from 'tap'
import { second } from '../../cache/helpers/clock.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { botAgent } from '../../helpers/site.ts'
import {
  answerOf,
  missingResponses,
  ofData,
  type Wrong,
  wrongResponses,
} from '../../helpers/wrong-responses.ts'

const article = '/api/home/article/detail/1'
/** The Chinese page does not wait for the English one. */
const detail = `${article}?lang=zh`

/** A bot gets the whole page, which is stored if allowed. */
const robot = { 'user-agent': botAgent }

/** A call with `success: false` is passed on as it is. */
const { 'success false': _rejected, ...wrongCalls } = wrongResponses
const wrongArticles: Record<string, Wrong> = {
  ...wrongCalls,
  'half an article': ofData({ id: 1, category: 'news', title: '展会' }),
  'an article with null for its body': ofData({ id: 1, category: 'news', title: '展会', body: null }),
}

t.test('an invalid article is a 502 for as long as the upstream sends it, and never stored', async (t) => {
  const { get, origin, clock, purge, lines } = await createWorld(t)
  for (const [name, answer] of Object.entries(wrongArticles)) {
    await purge({ all: true, mode: 'hard' })
    const mend = origin.answer(detail, answerOf(answer))
    t.equal((await get('/news/1', robot)).statusCode, 502, `page: ${name}`)
    const failed = lines.findLast(({ msg }) => msg === 'request failed')
    t.match(
      failed,
      { level: 50, url: '/news/1', err: { kind: name.startsWith('an ') ? 'content' : String } },
      name,
    )
    const call = await get(detail)
    t.equal(call.statusCode, name === 'HTTP 500' ? 500 : 502, name)
    t.equal(call.json().success, name === 'HTTP 500' ? undefined : false, name)
    t.notMatch(String(call.headers['cache-control']), 's-maxage=7200', name)
    mend()
    clock.advance(3 * second)
    t.equal((await get('/news/1', robot)).statusCode, 200, `page, 3 s later: ${name}`)
    t.equal((await get(detail)).json().data.title, '展会', name)
  }
})

t.test('a 404 of a call that is no lookup is a failure', async (t) => {
  const { get, origin, clock, purge } = await createWorld(t)
  for (const [name, answer] of Object.entries(missingResponses)) {
    await purge({ all: true, mode: 'hard' })
    const mend = [
      origin.answer(detail, answerOf(answer)),
      origin.answer('/api/home/article/list', answerOf(answer)),
    ]
    t.equal((await get('/news/1', robot)).statusCode, 404, name)
    t.equal((await get('/news', robot)).statusCode, 502, name)
    const list = await get('/api/home/article/list/news?lang=zh')
    t.equal(list.statusCode, 502, name)
    t.match(list.json(), { success: false, data: null, msg: '服务端错误' })
    for (const undo of mend) undo()
    clock.advance(3 * second)
    t.equal((await get('/news', robot)).statusCode, 200, name)
  }
})
