// Inline scripts of a streamed page carry the nonce of its policy, which is new each time.
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { inlineScriptsOf, scriptsOf } from '../../helpers/elements.ts'
import { pages } from '../../helpers/pages.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('nonces', async (t) => {
  const seen = new Set<string>()
  for (const { path, later } of pages) {
    await t.test(path, async (t) => {
      const site = await createSmallSite(t)
      // A part that comes late is put into its place by a script; one that comes soon needs none.
      site.origin.answer('/api/home/article', async (...asked) => {
        if (later && /recommends|page_size=[346]/.test(asked[0].url ?? '')) await sleep(400)
        await site.origin.pass(...asked)
      })
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
