// Every kind of response carries the whole policy of its kind.
import t, { type Test } from 'tap'
import { allowedScripts, documentPolicy, inertPolicy } from '../helpers/document-policy.ts'
import { elementsOf } from '../helpers/elements.ts'
import { everyKind, responsesOfEveryKind } from '../helpers/response-kinds.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const common = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': /^accelerometer=\(\), .*camera=\(\), .*xr-spatial-tracking=\(\)$/,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includesubdomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'deny',
}
/** Drawings have styles of their own, and run nowhere. */
const drawing = [...inertPolicy, "style-src 'unsafe-inline'", 'sandbox']
const isDrawing = (type: string) => type.startsWith('image/svg+xml')

/** Made to be shown by others: feed readers and networks. */
const isForOthers = (kind: string) => /^(?:feed|share picture|media.*)$/.test(kind)

t.test('responses of every kind', async (t) => {
  const site = await createSmallSite(t, { config: everyKind })
  const base = await site.listen()
  const answers = await responsesOfEveryKind(site, base)

  for (const [kind, { status, headers, body }] of Object.entries(answers)) {
    await t.test(kind, (t) => {
      const lower = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          name === 'etag' ? value : String(value).toLowerCase(),
        ]),
      )
      t.ok(status >= 200 && status < 500, String(status))
      const origins = isForOthers(kind) ? 'cross-origin' : 'same-origin'
      t.match(lower, { ...common, 'cross-origin-resource-policy': origins })
      const policy = String(headers['content-security-policy']).split('; ')
      const type = String(headers['content-type'])
      const isPage = type.startsWith('text/html') || kind.includes('304')
      const isMedia = kind.startsWith('media') || kind === 'file of the root'
      const expected = isPage
        ? documentPolicy(allowedScripts(site.build))
        : isMedia && isDrawing(type)
          ? drawing
          : inertPolicy
      t.strictSame(policy, expected)
      t.equal(headers['server'] ?? headers['x-powered-by'], undefined)
      t.equal(headers['set-cookie'] !== undefined, kind === 'switch of the language')
      if (isPage && body !== '') scriptsAreDigested(t, body, site.build.integrity)
      t.end()
    })
  }
})

/** Subresource Integrity: of every script, module and stylesheet of this site. */
function scriptsAreDigested(t: Test, html: string, integrity: Record<string, string>) {
  const loaded = elementsOf(html).filter(
    ({ name, attributes }) =>
      (name === 'script' && attributes['src'] !== undefined) ||
      (name === 'link' && /^(?:stylesheet|modulepreload)$/.test(attributes['rel'] ?? '')),
  )
  t.ok(loaded.length >= 1)
  for (const { attributes } of loaded) {
    const url = attributes['src'] ?? attributes['href'] ?? ''
    t.match(attributes['integrity'], /^sha256-[A-Za-z0-9+/]{43}=$/, url)
    t.equal(attributes['integrity'], integrity[url], url)
  }
}
