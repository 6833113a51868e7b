// Messages of the interface: Chinese falls back to English; a key that English does not have is shown itself.
import t from 'tap'
import { en } from '../../../shared/messages/en.ts'
import { zh } from '../../../shared/messages/zh.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const key = 'skip.content'

for (const [name, table, url, shown, logged] of [
  ['Chinese does not have is shown in English', zh, '/news', en[key], []],
  ['English does not have is shown as its key, and logged once', en, '/en/news', key, [key]],
] as const)
  t.test(`a message that ${name}`, async (t) => {
    const text = table[key]
    Reflect.deleteProperty(table, key)
    t.teardown(() => Reflect.set(table, key, text))
    const site = await createSmallSite(t)
    for (const path of [url, `${url}/1`]) t.match((await site.get(path)).body, `>${shown}</a>`)
    const missing = site.lines.filter(({ msg }) => msg === 'message missing')
    t.strictSame(
      missing.map((line) => line['key']),
      logged,
    )
  })
