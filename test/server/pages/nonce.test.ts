// CSP nonce: inline scripts of a streamed page have the nonce of its policy, new for each response. Other pages have only
// the inline scripts of all pages, whose digests are in the policy.
import t from 'tap'
import { inlineScriptsOf, scriptsOf } from '../../helpers/elements.ts'
import { pages } from '../../helpers/pages.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

/** Deferred parts are delayed until the first chunk has been read, so that an inline script inserts them. */
const lateParts = /recommends|page_size=[346](?:&|$)/

t.test('nonces', async (t) => {
  const seen = new Set<string>()
  for (const { path } of pages.filter(({ deferred }) => deferred)) {
    await t.test(path, async (t) => {
      const site = await createSmallSite(t)
      const base = await site.listen()
      const shellRead = Promise.withResolvers<void>()
      site.origin.answer('/api/home/article', async (...asked) => {
        if (lateParts.test(asked[0].url ?? '')) await shellRead.promise
        await site.origin.pass(...asked)
      })
      const headers = { 'user-agent': personAgent, accept: 'text/html', 'accept-language': 'zh-CN' }
      const answer = await fetch(base + path, { headers, redirect: 'manual' })
      let body = ''
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
        body += piece
        shellRead.resolve()
      }

      const policy = answer.headers.get('content-security-policy') ?? ''
      const nonce = /script-src 'self'(?: 'sha256-[^']+'){2} 'nonce-([^']+)';/.exec(policy)?.[1] ?? ''
      t.equal(Buffer.from(nonce, 'base64').length, 16)
      t.notOk(seen.has(nonce), 'it is new')
      seen.add(nonce)

      const inline = inlineScriptsOf(body, site.build)
      t.ok(inline.length > 0)
      for (const { attributes } of inline) t.match(attributes, `nonce="${nonce}"`)
      const data = scriptsOf(body).filter(({ attributes }) => attributes.includes('application/json'))
      for (const { attributes } of data) t.notMatch(attributes, 'nonce', 'data has none')

      const caching = answer.headers.get('cache-control') ?? ''
      t.match(caching, /\b(?:private|no-store)\b/, 'nobody who shares answers keeps it')
      t.notMatch(caching, /s-maxage|public/)

      const second = await fetch(base + path, { headers, redirect: 'manual' })
      t.strictSame(inlineScriptsOf(await second.text(), site.build), [], 'the stored page has none')
      t.notMatch(second.headers.get('content-security-policy'), 'nonce')
    })
  }
})
