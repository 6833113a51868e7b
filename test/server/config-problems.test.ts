// A bad value of each variable is a problem with its name; secrets are never repeated.
import t from 'tap'
import { parseConfig } from '../../server/config/config.ts'
import type { SettingName } from '../../server/config/schema.ts'

const bad: Partial<Record<SettingName, string[]>> = {
  PORT: ['abc', '-1', '65536', '3000.5', 'true', '8080/tcp'],
  SITE_URL: [
    'www.site.example',
    'http://',
    'ftp://site.example',
    'javascript:alert(1)',
    'https://site.example/x',
    'https://site.example?x',
    'https://site.example#x',
    'https://u:p@site.example',
    'https://site example',
    'http://[',
  ],
  ROBOTS: ['deny all', 'none', 'ALLOW'],
  REDIRECTS: ['/nowhere/redirects.yaml', '/'],
  API_BASE: ['api.example', 'http:///v1', 'http://api.example?x', 'http://u:p@api.example', 'http://[x]'],
  LOG_LEVEL: ['loud', 'INFO', 'warning', '30'],
  TRUST_PROXY: [
    'yes',
    'true',
    '*',
    '10.0.0.0/33',
    '::/129',
    '10.0.0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.1, x',
    '1.2.3.4-5',
  ],
  FORM_NAME: ['a b', '/x', 'a/b', '..', '.', 'é', 'x'.repeat(65)],
  NOTIFY_FROM: ['web@company.example'],
  NOTIFY_URL: [
    'hooks.example',
    'ftp://hooks.example',
    'https://u:p@hooks.example',
    'http://hooks.example/x',
    'http://8.8.8.8/',
    'http://172.32.0.1/',
    'http://[2001:db8::1]/',
    'https://[',
  ],
  NOTIFY_KIND: ['teams', 'JSON', 'slack'],
  NOTIFY_SECRET: ['short', 'sixteen letters and a space', 'sixteen-letters-without-a-url'],
  ORIGIN_CONNECTIONS: ['0', '-1', '1025', 'many', '1.5'],
  REDIS_URL: [
    'redis.example:6379',
    'http://redis.example',
    'redis://',
    'redis://a b',
    'redis://:password@[',
    'redis://a,b',
    'redis://a:0',
    'redis://a:65536',
    'redis://a/x',
    'redis://a?family=6',
    'redis://%zz@a',
    'sentinel://a/main',
    'redis+sentinel://a:26379',
    'redis+sentinel://a:26379,b:26379/',
    'redis+sentinel://a:26379,/main',
    'redis+sentinel://a/main/x',
    'redis+sentinel://a/main?password=x',
    'redis+cluster://a:7000,b:7001/1',
    'rediss+cluster://a:7000,b:x',
  ],
  FINGERPRINT: ['no', 'OFF'],
  ANALYTICS_SCRIPT: [
    'google',
    'http://stats.example/s.js',
    'https://stats.example',
    'https://stats.example/js/',
    'https://stats.example/js/../',
    'https://stats.example/s.js;script-src',
    'https://stats.example/s.js,',
    'https://stats.example/s.js *',
    'https://stats.example:99999/s.js',
    'https://u:p@stats.example/s.js',
    '//stats.example/s.js',
    '/s.js#<',
  ],
  ANALYTICS_ATTRIBUTES: [
    'defer',
    'src=//evil.example/x.js',
    'onload=alert(1)',
    'data-a=1, defer',
    'data-a=1',
  ],
  ANALYTICS_HOST: [
    'stats.example',
    'https://stats.example/',
    'https://*',
    'https://a.example https://b.example',
    'https://a.example;script-src *',
    'https://a.example',
  ],
  OPS_TOKEN: ['short', 'fifteen-letters', 'sixteen letters and a space'],
}

function problemsOf(env: NodeJS.ProcessEnv) {
  const parsed = parseConfig(env, '/sample')
  return 'problems' in parsed ? parsed.problems : []
}

for (const [name, values] of Object.entries(bad)) {
  t.test(`${name} is checked`, async (t) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value })
      t.strictSame(
        problems.map((problem) => problem.name),
        [name],
        value,
      )
      t.match(problems[0]?.problem ?? '', /^(?:must|is not) /, value)
    }
  })
}

for (const [name, value, problem] of [
  ['OPS_TOKEN', 'hunter2', 'must be at least 16 characters without spaces; it has 7'],
  ['PORT', '70000', 'must be a whole number from 0 to 65535, in digits'],
  ['CACHE_MEMORY_BYTES', '128MB', 'must be a whole number of at least 1048576, in digits'],
  ['ROBOTS', 'none', 'must be allow or deny'],
  ['NOTIFY_KIND', 'teams', 'must be json, wecom, dingtalk, feishu or slack'],
] as const)
  t.test(`${name}=${value} is rejected with the reason: ${problem}`, async (t) => {
    t.strictSame(problemsOf({ [name]: value }), [{ name, problem }])
  })

t.test('everything that is wrong is named at once, in the order of the settings', async (t) => {
  const env = Object.fromEntries(Object.entries(bad).map(([name, values]) => [name, values[0]]))
  t.strictSame(
    problemsOf(env).map(({ name }) => name),
    Object.keys(bad),
  )
})

t.test('a secret is in no problem', async (t) => {
  const env = {
    REDIS_URL: 'http://:hunter2@redis.example',
    OPS_TOKEN: 'hunter2',
    SITE_URL: 'https://u:hunter2@site.example',
    API_BASE: 'http://u:hunter2@a.example',
  }
  const problems = problemsOf(env)
  t.equal(problems.length, 4)
  t.notMatch(JSON.stringify(problems), 'hunter2')
})

const mail = { SMTP_URL: 'smtp://u:p@mail.example', NOTIFY_TO: 'a@b.example' }
for (const [env, name, problem] of [
  [{ NOTIFY_TO: mail.NOTIFY_TO }, 'SMTP_URL', 'must be set, because NOTIFY_TO is set'],
  [{ SMTP_URL: mail.SMTP_URL }, 'NOTIFY_TO', 'must be set, because SMTP_URL is set'],
  [{ ...mail, SMTP_URL: 'mail.example' }, 'SMTP_URL', /^must be a URL like/],
  [
    { ...mail, SMTP_URL: 'smtp://u@mail.example' },
    'SMTP_URL',
    'must have both a user and a password, or neither',
  ],
  [{ ...mail, SMTP_URL: 'smtp://u:%zz@mail.example' }, 'SMTP_URL', /percent-encoded/],
  [{ ...mail, SMTP_URL: 'smtp://mail.example?pool=true' }, 'SMTP_URL', 'must have no path and no query'],
  [{ ...mail, SMTP_URL: 'smtp://mail.example:99999' }, 'SMTP_URL', 'is not a URL'],
  [{ ...mail, NOTIFY_TO: 'a@b.example, Name <c@d.example>' }, 'NOTIFY_TO', /^must be e-mail addresses/],
  [{ ...mail, NOTIFY_TO: 'a@b.example\r\nBcc: c@d.example' }, 'NOTIFY_TO', /^must be e-mail addresses/],
  [{ ...mail, NOTIFY_TO: 'a@b.example,'.repeat(21) }, 'NOTIFY_TO', 'must be at most 20 addresses'],
  [{ ...mail, NOTIFY_FROM: 'Name' }, 'NOTIFY_FROM', /^must be an e-mail address, or a name and an address/],
  [
    { NOTIFY_URL: 'https://hooks.slack.example/x', NOTIFY_KIND: 'slack', NOTIFY_SECRET: 'x'.repeat(16) },
    'NOTIFY_SECRET',
    'must not be set where NOTIFY_KIND is slack: its requests have no signature',
  ],
] as const) {
  t.test(`notifications: ${JSON.stringify(env)} is a problem of ${name}`, async (t) => {
    const [found, ...more] = problemsOf(env)
    t.strictSame([found?.name, more], [name, []])
    t.match(found?.problem, problem)
    t.notMatch(found?.problem, /u:p|%zz/)
  })
}

t.test('settings of notifications that are right', async (t) => {
  for (const env of [
    mail,
    { ...mail, SMTP_URL: 'smtps://u%40b.example:p%25@[::1]:4650', NOTIFY_FROM: '公司 <web@例子.公司>' },
    { ...mail, SMTP_URL: 'smtp://mail', NOTIFY_TO: 'a@b.example，c+d@e.example' },
    ...[
      'https://hooks.example/x?y=z',
      'http://127.0.0.1:1/x',
      'http://n8n:5678/x',
      'http://10.1.2.3/',
      'http://[::1]/',
    ].map((NOTIFY_URL) => ({ NOTIFY_URL })),
    { NOTIFY_URL: 'https://open.feishu.cn/x', NOTIFY_KIND: 'feishu', NOTIFY_SECRET: 'x'.repeat(16) },
  ])
    t.strictSame(problemsOf(env), [], JSON.stringify(env))
})

t.test('web analytics is a script with attributes and a second host', async (t) => {
  const ANALYTICS_SCRIPT = 'https://stats.example/npm/@x/s.min.js?id=G-1'
  const parsed = parseConfig(
    {
      ANALYTICS_SCRIPT,
      ANALYTICS_ATTRIBUTES: `data-site=abc; defer=;data-json={"a": "<b=1>"} ;`,
      ANALYTICS_HOST: 'https://collect.example:8443',
    },
    '/sample',
  )
  const attributes = { 'data-site': 'abc', defer: '', 'data-json': '{"a": "<b=1>"}' }
  t.match(parsed, {
    config: {
      analytics: { script: ANALYTICS_SCRIPT, attributes },
      analyticsHost: 'https://collect.example:8443',
    },
  })
  t.strictSame(problemsOf({ ANALYTICS_SCRIPT: '/analytics/umami.js' }), [])
  for (const env of [{ ANALYTICS_HOST: 'https://a.example' }, { ANALYTICS_ATTRIBUTES: 'defer=' }])
    t.match(problemsOf(env), [{ problem: 'must be empty, because ANALYTICS_SCRIPT is empty' }])
})
