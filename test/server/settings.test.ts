// The settings of the environment become a configuration, or everything that is wrong with them is named; never a secret.
// The reader is tested and not the program, which takes a second for each of these 200 values.
import { join, resolve } from 'node:path'
import t from 'tap'
import { parseConfig, startProblems } from '../../server/config/config.ts'

type Env = Record<string, string>

function configOf(env: Env) {
  const parsed = parseConfig(env, '/sample')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.config
}

function problemsOf(env: Env) {
  const parsed = parseConfig(env, '/sample')
  return 'problems' in parsed ? parsed.problems : []
}
const namesOf = (env: Env) => problemsOf(env).map(({ name }) => name)

const drafts = { SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: 'correct-horse' }
const secrets = t.testdir({ token: '0123456789abcdef\n', empty: '\n' })
const OPS_TOKEN_FILE = join(secrets, 'token')
const unread = 'must be in the file that OPS_TOKEN_FILE names: it cannot be read or is empty'

t.test('without any variable there are defaults', async (t) => {
  t.match(configOf({}), {
    port: 3000,
    siteUrl: 'http://localhost:3000',
    contentDir: '/sample',
    dataDir: resolve('data'),
    trustProxy: [],
    formName: ':name',
    downloadId: 36,
  })
  t.equal(configOf({ PORT: '8080' }).siteUrl, 'http://localhost:8080', 'the address follows the port')
  const REDIS_URL = 'redis://redis.example'
  t.equal(
    configOf({ ...drafts, REDIS_URL }).redis,
    undefined,
    'a server with drafts shares nothing with public ones',
  )
  const NODE_ENV = 'development'
  const development = { host: '127.0.0.1', showDrafts: true, robots: false }
  t.match(configOf({ NODE_ENV }), development)
  t.match(configOf({ NODE_ENV, API_BASE: 'http://api.example' }), { ...development, showDrafts: false })
})

t.test('variables are read, without the spaces around them; an empty one is as good as none', async (t) => {
  const given = {
    SITE_URL: 'https://www.site.example:8443//',
    API_BASE: '\thttp://10.0.0.5:9000/content/v1/\n',
    FORM_NAME: 'enquiry',
    OPS_TOKEN: '0123456789abcdef',
    PORT: ' 8080 ',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1 ,::1',
    REDIS_URL: 'rediss://:password@redis.example:6380/1 ',
  }
  const { redis, trustProxy, ...config } = configOf(given)
  t.hasStrict(config, {
    siteUrl: 'https://www.site.example:8443',
    apiBase: 'http://10.0.0.5:9000/content/v1',
    formName: 'enquiry',
    opsToken: '0123456789abcdef',
    port: 8080,
    contentDir: '',
  })
  t.strictSame(trustProxy, ['10.0.0.0/8', '127.0.0.1', '::1'])
  t.match(redis, { address: 'redis.example:6380', options: { tls: {}, password: 'password', db: 1 } })
  t.equal(configOf({ CONTENT_DIR: ' /srv/content' }).contentDir, '/srv/content')
  t.equal(configOf({ OPS_TOKEN_FILE }).opsToken, '0123456789abcdef')
  t.strictSame(configOf(Object.fromEntries(Object.keys(given).map((name) => [name, '   ']))), configOf({}))
})

/** Values separated by spaces: one for each thing that a value must not be. */
const words = {
  SITE_URL: `www.site.example ftp://site.example https://site.example/x https://site.example?x
    https://u:p@site.example http://[`,
  ROBOTS: 'none ALLOW',
  REDIRECTS: '/nowhere/redirects.yaml',
  ANALYTICS_SCRIPT: `google http://stats.example/s.js https://stats.example https://stats.example/js/../
    https://stats.example/s.js;script-src https://u:p@stats.example/s.js //stats.example/s.js /s.js#<`,
  ANALYTICS_ATTRIBUTES: 'defer src=//evil.example/x.js onload=alert(1)',
  ANALYTICS_HOST: 'stats.example https://stats.example/ https://* https://a.example;script-src',
  API_BASE: 'api.example http:///v1 http://api.example?x http://u:p@api.example',
  FORM_NAME: `a/b .. é ${'x'.repeat(65)}`,
  NOTIFY_FROM: 'web@company.example',
  NOTIFY_URL: `hooks.example ftp://hooks.example https://u:p@hooks.example http://hooks.example/x http://8.8.8.8/
    http://172.32.0.1/ http://[2001:db8::1]/`,
  NOTIFY_KIND: 'teams JSON',
  NOTIFY_SECRET: 'short',
  PORT: 'abc -1 65536 3000.5',
  TRUST_PROXY: 'yes * 10.0.0.0/33 ::/129 10.0.0 10.0.0.1,x 1.2.3.4-5',
  REDIS_URL: `redis.example:6379 http://redis.example redis:// redis://:password@[ redis://a:0 redis://a/x
    redis://%zz@a sentinel://a/main redis+sentinel://a:26379 redis+sentinel://a:26379,/main
    redis+cluster://a:7000,b:7001/1 redis://a,b rediss+cluster://a:7000,b:x`,
  OPS_TOKEN: 'fifteen-letters',
  METRICS_PORT: '-1 3000',
  LOG_LEVEL: 'loud',
}
const withSpaces: Record<string, string[]> = {
  OPS_TOKEN: ['sixteen letters and'],
  SITE_URL: ['https://site example'],
  TRUST_PROXY: ['10.0.0.1, x'],
  ANALYTICS_SCRIPT: ['https://stats.example/s.js *'],
  ANALYTICS_HOST: ['https://a.example https://b.example'],
}
t.test('a bad value of each variable is a problem with its name', async (t) => {
  for (const [name, texts] of Object.entries(words)) {
    for (const value of [...texts.split(/\s+/), ...(withSpaces[name] ?? [])]) {
      const [first, ...more] = problemsOf({ [name]: value })
      t.strictSame([first?.name, more], [name, []], value)
      t.match(first?.problem, /^(?:must|is not) /, value)
    }
  }
  const env = Object.fromEntries(
    Object.entries(words).map(([name, texts]) => [name, texts.split(' ')[0] ?? '']),
  )
  t.strictSame(namesOf(env), Object.keys(env), 'all at once, in the order of the settings')
})

t.test('a secret is in no problem', async (t) => {
  const env = {
    REDIS_URL: 'http://:hunter2@redis.example',
    OPS_TOKEN: 'hunter2',
    SITE_URL: 'https://u:hunter2@site.example',
    API_BASE: 'http://u:hunter2@a.example',
  }
  t.equal(problemsOf(env).length, 4)
  t.notMatch(JSON.stringify(problemsOf(env)), 'hunter2')
})

const mail = { SMTP_URL: 'smtp://u:p@mail.example', NOTIFY_TO: 'a@b.example' }
const slack = {
  NOTIFY_URL: 'https://hooks.slack.example/x',
  NOTIFY_KIND: 'slack',
  NOTIFY_SECRET: 'x'.repeat(16),
}
type Row = [env: Env, name: string, problem: string | RegExp]
const rows: Row[] = [
  [
    { ...drafts, PREVIEW_PASSWORD: 'short' },
    'PREVIEW_PASSWORD',
    /at least 8 characters without spaces; it has 5/,
  ],
  [{ OPS_TOKEN_FILE: join(secrets, 'empty') }, 'OPS_TOKEN', unread],
  [{ OPS_TOKEN_FILE: join(secrets, 'missing') }, 'OPS_TOKEN', unread],
  [{ OPS_TOKEN_FILE, OPS_TOKEN: 'fedcba9876543210' }, 'OPS_TOKEN', /together with OPS_TOKEN_FILE$/],
  [{ PORT: '70000' }, 'PORT', 'must be a whole number from 0 to 65535, in digits'],
  [{ CACHE_MEMORY_BYTES: '1M' }, 'CACHE_MEMORY_BYTES', /^must be a whole number of at least 1048576, in/],
  [{ ANALYTICS_HOST: 'https://a.example' }, 'ANALYTICS_HOST', /because ANALYTICS_SCRIPT/],
  [{ NOTIFY_TO: mail.NOTIFY_TO }, 'SMTP_URL', 'must be set, because NOTIFY_TO is set'],
  [{ ...mail, NOTIFY_TO: ' , ' }, 'NOTIFY_TO', 'must be set, because SMTP_URL is set'],
  [{ ...mail, SMTP_URL: 'mail.example' }, 'SMTP_URL', /^must be a URL like/],
  [{ ...mail, SMTP_URL: 'smtp://u@mail.example' }, 'SMTP_URL', /^must have both a user and a password, or/],
  [{ ...mail, SMTP_URL: 'smtp://mail.example?pool=true' }, 'SMTP_URL', 'must have no path and no query'],
  [{ ...mail, NOTIFY_TO: 'a@b.example\r\nBcc: c@d.example' }, 'NOTIFY_TO', /^must be e-mail addresses/],
  [{ ...mail, NOTIFY_FROM: 'Name' }, 'NOTIFY_FROM', /^must be an e-mail address, or a name and an address/],
  [{ SECURITY_CONTACT: 'mailto:a\nEvil: b' }, 'SECURITY_CONTACT', /./],
  [slack, 'NOTIFY_SECRET', 'must not be set where NOTIFY_KIND is slack: its requests have no signature'],
]

t.test('a problem says what the value must be', async (t) => {
  for (const [env, name, problem] of rows) {
    const [found, ...more] = problemsOf(env)
    t.strictSame([found?.name, more], [name, []], JSON.stringify(env))
    t.match(found?.problem, problem)
    t.notMatch(found?.problem, /u:p|%zz/)
  }
})

t.test('drafts are those of a folder, and need a password but in development', async (t) => {
  const DATA_DIR = t.testdir()
  const API_BASE = 'http://api.example'
  const rows: [env: Env, names: string[]][] = [
    [drafts, []],
    [{ SHOW_DRAFTS: 'on' }, ['PREVIEW_PASSWORD']],
    [{ ...drafts, API_BASE }, ['SHOW_DRAFTS']],
    [{ NODE_ENV: 'development' }, []],
    [{ NODE_ENV: 'development', API_BASE }, []],
  ]
  for (const [env, names] of rows) {
    const parsed = parseConfig({ DATA_DIR, ...env }, DATA_DIR, startProblems)
    t.strictSame('problems' in parsed ? parsed.problems.map(({ name }) => name) : [], names)
  }
})

const redirects: [text: string, problem: RegExp][] = [
  ['/a: /a', /^\/a leads to \/a, which leads back to itself$/],
  ['/a/**: /a/b', /back to itself/],
  ['{/a: /b, /b: /a}', /^\/a leads to \/b, which \/b redirects to \/a/],
  ['{/a: /b/7, "/b/{id}": "/news/{id}"}', /redirect to the final target/],
  ['{/a: /b/c/d, /b/**: /news}', /redirect to the final target/],
  ['/a: /EN/news/', /which is spelled \/en\/news$/],
  ['a: /news', /^a is no path of this site$/],
  ['/a?b: /news', /is no path of this site/],
  ['/: /news', /cannot be moved/],
  ['/readyz: /news', /cannot be moved/],
  ['"/a{id}": /news', /whole segment/],
  ['/a/**/b: /news', /as the last one/],
  ['"/a": "/news/{id}"', /has no \{id\} itself/],
  ['/a: { to: /news, status: 303 }', /none of 301, 302, 308, 410/],
  ['/a: { to: /news, status: 410 }', /cannot lead anywhere/],
  ['/a: //evil.example', /neither a path of this site/],
  ['"/a/{id}": "https://{id}.example/"', /neither a path of this site/],
  ['{/a: /b, /a: /c}', /unique/i],
]

t.test('every invalid rule of the file of REDIRECTS is a problem', async (t) => {
  const fileOf = (text: string) => join(t.testdir({ 'redirects.yaml': text }), 'redirects.yaml')
  const found = (text: string) => problemsOf({ REDIRECTS: fileOf(text) }).map(({ problem }) => problem)
  for (const [text, problem] of redirects) {
    const [first = 'no problem'] = found(text)
    t.match(first.replace(/^.*?redirects\.yaml[^:]*: /s, ''), problem, text)
  }
  t.equal(found('{/a: /a, b: /c, /d: {}}').length, 3)
})
