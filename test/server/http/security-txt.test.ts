// /.well-known/security.txt (RFC 9116): what the configuration says, or nothing.
import t from 'tap'
import { parseConfig } from '../../../server/config/config.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const url = '/.well-known/security.txt'
const contact = { SECURITY_CONTACT: 'mailto:security@site.example https://site.example/en/contact' }

t.test('security.txt names the contact for vulnerabilities and its expiry', async (t) => {
  const parsed = parseConfig({ ...contact, SECURITY_EXPIRES: '2030-01-31T00:00:00Z' }, '.')
  if ('problems' in parsed) return t.fail(JSON.stringify(parsed.problems))
  const { security } = parsed.config
  const site = await createSmallSite(t, { config: { security } })
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
  const security = { contacts: ['mailto:a@b.example'], expires: '2020-01-01T00:00:00Z' }
  const site = await createSmallSite(t, { config: { security } })
  const problems = site.lines.filter(({ level }) => level >= 40)
  t.match(problems, [{ msg: 'SECURITY_EXPIRES is in the past: security.txt is stale' }])
})

t.test('a contact without a date, or with a wrong one, is a mistake', (t) => {
  const problem = { name: 'SECURITY_EXPIRES' }
  t.match(parseConfig(contact, '.'), { problems: [problem] })
  for (const date of ['tomorrow', '2030-13-45T00:00:00Z', '2030-01-01'])
    t.match(parseConfig({ ...contact, SECURITY_EXPIRES: date }, '.'), { problems: [problem] }, date)
  t.match(parseConfig({ SECURITY_CONTACT: 'javascript:x' }, '.'), {
    problems: [{ name: 'SECURITY_CONTACT' }],
  })
  t.match(parseConfig({ SECURITY_CONTACT: 'mailto:a\nEvil: b' }, '.'), {
    problems: [{ name: 'SECURITY_CONTACT' }],
  })
  t.end()
})
