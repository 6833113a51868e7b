// /.well-known/security.txt (RFC 9116): what the configuration says, or nothing.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const yearMs = 364 * 86_400_000
const url = '/.well-known/security.txt'
const contact = { SECURITY_CONTACT: 'mailto:security@site.example https://site.example/en/contact' }

t.test('security.txt names the contact for vulnerabilities and its expiry', async (t) => {
  const site = await createSmallSite(t, { env: contact })
  const { statusCode, headers, body } = await site.get(url)
  t.equal(statusCode, 200)
  t.equal(headers['content-type'], 'text/plain; charset=utf-8')
  t.equal(
    body,
    [
      'Contact: mailto:security@site.example',
      'Contact: https://site.example/en/contact',
      `Expires: ${new Date(site.build.timestamp + yearMs).toISOString()}`,
      'Preferred-Languages: zh, en',
      'Canonical: https://www.tinglan.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  t.equal((await (await createSmallSite(t)).get(url)).statusCode, 404, 'without SECURITY_CONTACT')
})
