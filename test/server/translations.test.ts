// Translations: Chinese falls back to English, a key missing in English is shown itself.
import t from 'tap'
import { createTranslations } from '../../server/render/translations.ts'
import { createLog } from '../helpers/log.ts'

t.test('the site’s messages are complete', async (t) => {
  const { log, lines } = createLog()
  const { zh, en } = await createTranslations({ log })
  t.equal(zh.t('nav.home'), '首页')
  t.equal(en.t('nav.home'), 'Home')
  t.equal(en.t('list.count', { count: 1 }), '1 item')
  t.strictSame(Object.keys(zh.messages).sort(), Object.keys(en.messages).sort())
  t.strictSame(lines, [])
})

t.test('a message missing in Chinese is the English one, without a log line', async (t) => {
  const { log, lines } = createLog()
  const { zh, en } = await createTranslations({
    log,
    tables: { zh: { a: '甲' }, en: { a: 'A', b: 'B {{name}}' } },
  })
  t.strictSame(zh.messages, { a: '甲', b: 'B {{name}}' })
  t.strictSame(en.messages, { a: 'A', b: 'B {{name}}' })
  t.strictSame(lines, [])
})

t.test('a message missing in English is its key, logged once', async (t) => {
  const { log, lines } = createLog()
  const { zh, en } = await createTranslations({
    log,
    tables: { zh: { a: '甲', 'b.c': '乙' }, en: { a: 'A' } },
  })
  t.strictSame(zh.messages, { a: '甲', 'b.c': '乙' })
  t.strictSame(en.messages, { a: 'A', 'b.c': 'b.c' })
  t.strictSame(
    lines.map(({ msg, key }) => ({ msg, key })),
    [{ msg: 'message missing', key: 'b.c' }],
  )
})
