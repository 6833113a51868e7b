// Inline scripts of a streamed page carry the nonce of its policy, which is new each time.
import t from 'tap'
import { inlineScriptsOf, scriptsOf } from '../../helpers/elements.ts'
import { pages } from '../../helpers/pages.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('nonces', async (t) => {
  const site = await createSmallSite(t)
  const seen = new Set<string>()
  for (const { path, later } of pages) {
    await t.test(path, async (t) => {
      const { headers, body } = await site.get(path)
      const policy = String(headers['content-security-policy'])
      const nonce = /script-src 'self' 'nonce-([^']+)';/.exec(policy)?.[1] ?? ''
      t.equal(Buffer.from(nonce, 'base64').length, 16)
      t.notOk(seen.has(nonce), 'it is new')
      seen.add(nonce)

      const inline = inlineScriptsOf(body)
      if (later) t.ok(inline.length > 0)
      for (const { attributes } of inline) t.match(attributes, `nonce="${nonce}"`)
      const data = scriptsOf(body).filter(({ attributes }) => attributes.includes('application/json'))
      for (const { attributes } of data) t.notMatch(attributes, 'nonce', 'data has none')

      t.match(headers['cache-control'], /\b(?:private|no-store)\b/, 'nobody who shares answers keeps it')
      t.notMatch(headers['cache-control'], /s-maxage|public/)
    })
  }
})
