// Parses the environment into a Config, or lists every problem in it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Value from 'typebox/value'
import type { Analytics } from '../../shared/payload.ts'
import type { Matcher } from '../../shared/redirects.ts'
import { headerFieldsOf } from './api-access.ts'
import { type EmailConfig, emailConfigOf, type WebhookConfig, webhookConfigOf } from './notifications.ts'
import { type RedirectTable, readRedirectTable } from './redirect-table.ts'
import { configSchema, isSecret, type SettingName, type Settings } from './schema.ts'
import { type ConfigProblem, networks, settingProblems } from './setting-problems.ts'

export type Config = {
  host: string
  port: number
  /** Without a trailing slash. */
  siteUrl: string
  /** Whether search engines may index the site. */
  robots: boolean
  /** Undefined: the redirects of the build. */
  redirects: Matcher | undefined
  /** Empty: the embedded content API. */
  apiBase: string
  apiToken: string
  /** Header fields of every request to the content API, by lower-case name. */
  apiFields: Record<string, string>
  contentDir: string
  dataDir: string
  logLevel: string
  trustProxy: string[]
  formName: string
  /** The category of downloads that `/download` shows. */
  downloadId: number
  /** Submissions of one address in 10 minutes; 0: no limit. */
  formRateLimit: number
  /** Whether the upstream knows Idempotency-Key. */
  formResend: boolean
  formRetentionDays: number
  /** Undefined: no notifications by e-mail. */
  email: EmailConfig | undefined
  /** Undefined: no webhook. */
  webhook: WebhookConfig | undefined
  /** The size of all copies of pictures; 0: none are made. */
  mediaCopiesBytes: number
  /** CSP sources: `https://img.example`. */
  imageHosts: string[]
  /** Percent of the default limits; 0: no limits. */
  addressRate: number
  /** Of security.txt (RFC 9116); empty: there is none. */
  securityContacts: string[]
  cacheMemoryBytes: number
  cachePages: boolean
  /** Whether the caching fields of the content API decide, or the policy table. */
  upstreamCache: 'respect' | 'policy'
  cacheSnapshotSeconds: number
  redisUrl: string
  /** False: the browser computes no visitor id. */
  fingerprint: boolean
  /** Undefined: none. */
  analytics: Analytics | undefined
  /** CSP source of requests besides this site and the host of the script; empty: none. */
  analyticsHost: string
  /** 0: served at `port`. */
  metricsPort: number
  keepAliveMs: number
  drainMs: number
  shutdownMs: number
  logAddresses: 'full' | 'network' | 'off'
  showDrafts: boolean
  /** Empty without drafts, and in development. */
  previewPassword: string
  opsToken: string
}

/** `settings`: the values that apply. */
type ParsedConfig = { config: Config; settings: Settings } | { problems: ConfigProblem[] }

/** A restart while the upstream is down serves what was cached. */
const upstreamDefaults = { CACHE_SNAPSHOT_SECONDS: 60 } satisfies Partial<Settings>
const developmentDefaults = { HOST: '127.0.0.1', ROBOTS: 'deny' } satisfies Partial<Settings>

/** Empty variables count as unset. `sampleDir` is the content folder where none is set. */
export function parseConfig(env: NodeJS.ProcessEnv, sampleDir: string): ParsedConfig {
  const known = Object.keys(configSchema.properties) as SettingName[]
  const given = Object.fromEntries(
    known.flatMap((name) => {
      const text = settingText(env, name)
      return text === '' ? [] : [[name, readSetting(name, text)]]
    }),
  )
  const development = { ...developmentDefaults, SHOW_DRAFTS: given['API_BASE'] ? 'off' : 'on' }
  const values = Value.Default(configSchema, {
    ...(env['NODE_ENV'] === 'development' && development),
    ...(given['API_BASE'] ? upstreamDefaults : {}),
    ...given,
  })
  const table = readRedirects(String(given['REDIRECTS'] ?? ''))
  const ofTable = table && 'problems' in table ? table.problems : []
  const problems = known.flatMap((name) => {
    if (name === 'REDIRECTS') return ofTable.map((problem) => ({ name, problem }))
    const problem = secretFileProblem(env, name)
    return problem ? [{ name, problem }] : settingProblems(name, values as Settings)
  })
  if (problems.length > 0) return { problems }
  const redirects = table && 'matcher' in table ? table.matcher : undefined
  const settings = inEffect(values as Settings, sampleDir)
  return { config: { ...configOf(settings), redirects }, settings }
}

/** A server with drafts is for editors: it has nothing of what public servers share, and no search engine reads it. */
const withDrafts = { ROBOTS: 'deny', REDIS_URL: '', ANALYTICS_SCRIPT: '' } satisfies Partial<Settings>

function inEffect(values: Settings, sampleDir: string): Settings {
  return {
    ...values,
    SITE_URL: withoutSlash(values.SITE_URL) || `http://localhost:${values.PORT}`,
    API_BASE: withoutSlash(values.API_BASE),
    CONTENT_DIR: values.API_BASE ? '' : resolve(values.CONTENT_DIR || sampleDir),
    DATA_DIR: resolve(values.DATA_DIR),
    ...(values.SHOW_DRAFTS === 'on' ? withDrafts : { PREVIEW_PASSWORD: '' }),
  }
}

/** '' where the setting has its default. A secret may be the text of a file, whose path is in `NAME_FILE`. */
export function settingText(env: NodeJS.ProcessEnv, name: SettingName): string {
  const file = secretFile(env, name)
  if (file !== undefined) return env[name]?.trim() || (textOf(file) ?? '')
  return isServiceLink(name, env[name]) ? '' : (env[name]?.trim() ?? '')
}

function secretFile(env: NodeJS.ProcessEnv, name: SettingName): string | undefined {
  return isSecret(name) ? env[`${name}_FILE`]?.trim() || undefined : undefined
}

/** Undefined for a file that cannot be read. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

function secretFileProblem(env: NodeJS.ProcessEnv, name: SettingName): string | undefined {
  const file = secretFile(env, name)
  if (file === undefined) return undefined
  if (env[name]?.trim()) return `must not be set together with ${name}_FILE`
  return textOf(file)
    ? undefined
    : `must be in the file that ${name}_FILE names: it cannot be read or is empty`
}

/** Kubernetes sets `METRICS_PORT=tcp://10.0.0.1:9090` for a service called metrics. */
export function isServiceLink(name: string, value = ''): boolean {
  return name.endsWith('_PORT') && /^\s*(?:tcp|udp|sctp):\/\//.test(value)
}

function readRedirects(file: string): RedirectTable | undefined {
  if (file === '') return undefined
  try {
    return readRedirectTable(readFileSync(file, 'utf8'))
  } catch {
    return { problems: ['is not a readable file'] }
  }
}

/** Only digits become a number: `3e3`, `3000.5` and `true` stay strings, and are then reported as invalid. */
function readSetting(name: SettingName, text: string): string | number {
  const { type } = configSchema.properties[name] as { type: string }
  return type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text
}

function configOf(values: Settings): Omit<Config, 'redirects'> {
  return {
    host: values.HOST,
    port: values.PORT,
    siteUrl: values.SITE_URL,
    robots: values.ROBOTS === 'allow',
    apiBase: values.API_BASE,
    apiToken: values.API_TOKEN,
    apiFields: headerFieldsOf(values.API_HEADERS) ?? {},
    contentDir: values.CONTENT_DIR,
    dataDir: values.DATA_DIR,
    logLevel: values.LOG_LEVEL,
    trustProxy: networks(values.TRUST_PROXY),
    formName: values.FORM_NAME,
    downloadId: values.DOWNLOAD_ID,
    formRateLimit: values.FORM_RATE_LIMIT,
    formResend: values.FORM_RESEND === 'on',
    formRetentionDays: values.FORM_RETENTION_DAYS,
    email: emailConfigOf(values),
    webhook: webhookConfigOf(values),
    mediaCopiesBytes: values.MEDIA_COPIES_BYTES,
    imageHosts: words(values.IMAGE_HOSTS),
    addressRate: values.ADDRESS_RATE,
    securityContacts: words(values.SECURITY_CONTACT),
    cacheMemoryBytes: values.CACHE_MEMORY_BYTES,
    cachePages: values.CACHE_PAGES === 'on',
    upstreamCache: values.UPSTREAM_CACHE === 'policy' ? 'policy' : 'respect',
    cacheSnapshotSeconds: values.CACHE_SNAPSHOT_SECONDS,
    redisUrl: values.REDIS_URL,
    fingerprint: values.FINGERPRINT === 'on',
    analytics: analyticsOf(values),
    analyticsHost: values.ANALYTICS_HOST,
    metricsPort: values.METRICS_PORT,
    keepAliveMs: values.KEEP_ALIVE_SECONDS * 1000,
    drainMs: values.DRAIN_SECONDS * 1000,
    shutdownMs: values.SHUTDOWN_SECONDS * 1000,
    logAddresses: values.LOG_ADDRESSES as Config['logAddresses'],
    showDrafts: values.SHOW_DRAFTS === 'on',
    previewPassword: values.PREVIEW_PASSWORD,
    opsToken: values.OPS_TOKEN,
  }
}

function analyticsOf({ ANALYTICS_SCRIPT: script, ANALYTICS_ATTRIBUTES }: Settings): Analytics | undefined {
  if (script === '') return undefined
  const attributes = ANALYTICS_ATTRIBUTES.split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=')
    return name ? [[name, value.join('=')]] : []
  })
  return { script, attributes: Object.fromEntries(attributes) }
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

function withoutSlash(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}
