// Translations: Chinese falls back to English, a key missing in English is shown itself.
import t from 'tap'
import { createTranslations } from '../../server/render/translations.ts'
import { createLog } from '../helpers/log.ts'

t.test('the site’s messages are complete', async (t) => {
  const { log, lines } = createLog()
  const messages = await createTranslations({ log })
  t.equal(messages.zh['nav.home'], '首页')
  t.equal(messages.en['nav.home'], 'Home')
  t.strictSame(Object.keys(messages.zh).sort(), Object.keys(messages.en).sort())
  t.strictSame(lines, [])
})

t.test('a message missing in Chinese is the English one, without a log line', async (t) => {
  const { log, lines } = createLog()
  const messages = await createTranslations({
    log,
    tables: { zh: { a: '甲' }, en: { a: 'A', b: 'B {{name}}' } },
  })
  t.strictSame(messages, { zh: { a: '甲', b: 'B {{name}}' }, en: { a: 'A', b: 'B {{name}}' } })
  t.strictSame(lines, [])
})

t.test('a message missing in English is its key, logged once', async (t) => {
  const { log, lines } = createLog()
  const messages = await createTranslations({ log, tables: { zh: { a: '甲', 'b.c': '乙' }, en: { a: 'A' } } })
  t.strictSame(messages, { zh: { a: '甲', 'b.c': '乙' }, en: { a: 'A', 'b.c': 'b.c' } })
  t.strictSame(
    lines.map(({ msg, key }) => ({ msg, key })),
    [{ msg: 'message missing', key: 'b.c' }],
  )
})
