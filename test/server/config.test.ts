// The environment becomes a configuration, or everything that is wrong with it is named.
import { resolve } from 'node:path'
import t from 'tap'
import { type Config, parseConfig } from '../../server/config/config.ts'
import { configSchema, type SettingName } from '../../server/config/schema.ts'

type Env = Partial<Record<SettingName, string>>

function configOf(env: Env): Config {
  const parsed = parseConfig(env, '/sample')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.config
}

function problemsOf(env: Env): string[] {
  const parsed = parseConfig(env, '/sample')
  return 'problems' in parsed ? parsed.problems.map(({ name }) => name) : []
}

t.test('without any variable there are defaults', async (t) => {
  t.match(configOf({}), {
    host: '0.0.0.0',
    port: 3000,
    siteUrl: 'http://localhost:3000',
    apiBase: '',
    contentDir: '/sample',
    dataDir: resolve('data'),
    logLevel: 'info',
    trustProxy: [],
    formName: ':name',
    downloadId: 36,
    originConnections: 64,
    redisUrl: '',
    opsToken: '',
  })
})

t.test('every variable is read', async (t) => {
  const env: Env = {
    HOST: '::1',
    PORT: '8080',
    SITE_URL: 'https://www.site.example:8443',
    API_BASE: 'http://10.0.0.5:9000/content/v1',
    CONTENT_DIR: '/srv/content',
    DATA_DIR: '/srv/data',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1 ,::1',
    FORM_NAME: 'enquiry',
    ORIGIN_CONNECTIONS: '8',
    REDIS_URL: 'rediss://:password@redis.example:6380/1',
    OPS_TOKEN: '0123456789abcdef',
  }
  t.match(configOf(env), {
    host: '::1',
    port: 8080,
    siteUrl: 'https://www.site.example:8443',
    apiBase: 'http://10.0.0.5:9000/content/v1',
    contentDir: '/srv/content',
    dataDir: '/srv/data',
    logLevel: 'silent',
    trustProxy: ['10.0.0.0/8', '127.0.0.1', '::1'],
    formName: 'enquiry',
    originConnections: 8,
    redisUrl: 'rediss://:password@redis.example:6380/1',
    opsToken: '0123456789abcdef',
  })
})

t.test('an empty variable is as good as none, and spaces around a value are not part of it', async (t) => {
  const names = Object.keys(configSchema.properties) as SettingName[]
  for (const empty of ['', '   '])
    t.strictSame(configOf(Object.fromEntries(names.map((name) => [name, empty]))), configOf({}))
  t.equal(configOf({ PORT: ' 8080 ' }).port, 8080)
  t.equal(configOf({ HOST: '\tlocalhost\n' }).host, 'localhost')
})

t.test('the site’s address follows the port where it is not given', async (t) => {
  t.equal(configOf({ PORT: '8080' }).siteUrl, 'http://localhost:8080')
})

t.test('variables that are not ours mean nothing', async (t) => {
  t.strictSame(configOf({ ...({ PATH: '/bin', host: 'x', port: 'y' } as Env) }), configOf({}))
})

t.test('limits belong to what they limit', async (t) => {
  for (const port of ['0', '65535']) t.strictSame(problemsOf({ PORT: port }), [])
  for (const connections of ['1', '1024']) t.strictSame(problemsOf({ ORIGIN_CONNECTIONS: connections }), [])
  t.strictSame(problemsOf({ OPS_TOKEN: 'x'.repeat(16) }), [])
  t.strictSame(problemsOf({ FORM_NAME: 'x'.repeat(64) }), [])
  t.strictSame(problemsOf({ TRUST_PROXY: '10.0.0.0/32,::/128' }), [])
})

t.test('a slash at the end of API_BASE or SITE_URL makes no difference', async (t) => {
  for (const slashes of ['', '/', '//']) {
    const env = { API_BASE: `http://api.example/v1${slashes}`, SITE_URL: `https://site.example${slashes}` }
    t.match(configOf(env), { apiBase: 'http://api.example/v1', siteUrl: 'https://site.example' })
  }
})
