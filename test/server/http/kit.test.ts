// The page of all components: for developers only, in both languages and both themes.
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('the development server shows all components', async (t) => {
  const site = await createSmallSite(t, { development: true })
  const { statusCode, headers, body } = await site.get('/_kit')
  t.equal(statusCode, 200)
  t.match(headers['content-security-policy'], "script-src 'self'")
  const kits = elementsOf(body).filter(
    ({ attributes }) => attributes['class'] === 'notice' && attributes['data-theme'],
  )
  t.strictSame(
    kits.map(({ attributes }) => [attributes['lang'], attributes['data-theme']]),
    [
      ['zh-CN', 'light'],
      ['zh-CN', 'dark'],
      ['en-US', 'light'],
      ['en-US', 'dark'],
    ],
  )
})

t.test('without NODE_ENV=development the page does not exist', async (t) => {
  const site = await createSmallSite(t)
  t.equal((await site.get('/_kit')).statusCode, 404)
})
