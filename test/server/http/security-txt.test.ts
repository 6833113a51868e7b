// /.well-known/security.txt (RFC 9116): what the configuration says, or nothing.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const url = '/.well-known/security.txt'
const contact = { SECURITY_CONTACT: 'mailto:security@site.example https://site.example/en/contact' }

t.test('security.txt names the contact for vulnerabilities and its expiry', async (t) => {
  const site = await createSmallSite(t, { env: { ...contact, SECURITY_EXPIRES: '2030-01-31T00:00:00Z' } })
  const { statusCode, headers, body } = await site.get(url)
  t.equal(statusCode, 200)
  t.equal(headers['content-type'], 'text/plain; charset=utf-8')
  t.equal(
    body,
    [
      'Contact: mailto:security@site.example',
      'Contact: https://site.example/en/contact',
      'Expires: 2030-01-31T00:00:00Z',
      'Preferred-Languages: zh, en',
      'Canonical: https://www.tinglan.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

t.test('without SECURITY_CONTACT there is no security.txt', async (t) => {
  const site = await createSmallSite(t)
  t.equal((await site.get(url)).statusCode, 404)
})

t.test('an expiry date in the past is logged', async (t) => {
  const site = await createSmallSite(t, { env: { ...contact, SECURITY_EXPIRES: '2020-01-01T00:00:00Z' } })
  const problems = site.lines.filter(({ level }) => level >= 40)
  t.match(problems, [{ msg: 'SECURITY_EXPIRES is in the past: security.txt is stale' }])
})
