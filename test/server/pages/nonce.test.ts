// CSP nonce: inline scripts of a streamed page have the nonce of its policy, new for each response. Other pages have only
// the inline scripts of all pages, whose digests are in the policy.
import t from 'tap'
import { inlineScriptsOf, scriptsOf } from '../../helpers/elements.ts'
import { pages } from '../../helpers/pages.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { streamPage } from '../../helpers/stream-page.ts'

const seen = new Set<string>()

for (const { path } of pages.filter(({ deferred }) => deferred)) {
  t.test(`nonces of ${path}`, async (t) => {
    const site = await createSmallSite(t)
    const { headers, body } = await streamPage(site, (await site.listen()) + path)
    const policy = headers['content-security-policy'] ?? ''
    const nonce = /script-src 'self'(?: 'sha256-[^']+'){2} 'nonce-([^']+)';/.exec(policy)?.[1] ?? ''
    t.equal(Buffer.from(nonce, 'base64').length, 16)
    t.notOk(seen.has(nonce), 'it is new')
    seen.add(nonce)

    const inline = inlineScriptsOf(body, site.build)
    t.ok(inline.length > 0)
    for (const { attributes } of inline) t.match(attributes, `nonce="${nonce}"`)
    const data = scriptsOf(body).filter(({ attributes }) => attributes.includes('application/json'))
    for (const { attributes } of data) t.notMatch(attributes, 'nonce', 'data has none')

    t.match(headers['cache-control'], /\b(?:private|no-store)\b/, 'no shared cache stores it')
    t.notMatch(headers['cache-control'], /s-maxage|public/)

    const stored = await site.get(path)
    t.strictSame(inlineScriptsOf(stored.body, site.build), [], 'the stored page has none')
    t.notMatch(stored.headers['content-security-policy'], 'nonce')
  })
}
