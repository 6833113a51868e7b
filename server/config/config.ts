// Parses the environment into a Config, or lists every problem in it; and the checks of a start: folders, a public URL, a password for
// drafts.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileText, type Setting } from './kinds.ts'
import { type Config, settings } from './schema.ts'

type Key = keyof Config
/** Of each setting, as in the environment. */
type Texts = Record<Key, string>
/** Problems beyond those of one text; false: none. */
export type Check = (texts: Texts, env: NodeJS.ProcessEnv) => Partial<Record<Key, string | false>>

export const settingKeys = Object.keys(settings) as Key[]

/** Empty variables count as unset. `sampleDir` is the content folder where none is set. `texts` of the result: those that apply. */
export function parseConfig(
  env: NodeJS.ProcessEnv,
  sampleDir: string,
  check: Check = () => ({}),
): { config: Config; texts: Texts } | { problems: { name: string; problem: string }[] } {
  const problems: Partial<Texts> = {}
  const attempt = <T>(key: Key, read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      problems[key] ??= (error as Error).message
      return undefined
    }
  }
  const written = ofEach((key) => attempt(key, () => textIn(env, settings[key])) ?? '')
  const defaults = { contentDir: sampleDir, ...defaultsOf(env, written.apiBase !== '') }
  const given = ofEach((key) => written[key] || (defaults[key] ?? settings[key].default))
  // The text of a setting that does not apply has to be valid, too.
  for (const key of settingKeys) attempt(key, () => settings[key].read(given[key]))
  const found = { ...check(given, env), ...conflicts(given), ...problems }
  const all = settingKeys.flatMap((key) => {
    const lines = found[key] ? found[key].split('\n') : []
    return lines.map((problem) => ({ name: settings[key].name, problem }))
  })
  if (all.length > 0) return { problems: all }
  const texts = { ...given, ...inEffect(given) }
  // Each value is what the reader of its setting has returned.
  const config = ofEach((key) => settings[key].read(texts[key])) as Config
  return { config, texts }
}

function ofEach<T>(read: (key: Key) => T): Record<Key, T> {
  // The keys are all keys.
  return Object.fromEntries(settingKeys.map((key) => [key, read(key)])) as Record<Key, T>
}

function defaultsOf(env: NodeJS.ProcessEnv, hasUpstream: boolean): Partial<Texts> {
  const development = { host: '127.0.0.1', robots: 'deny', showDrafts: hasUpstream ? 'off' : 'on' }
  return {
    ...(env['NODE_ENV'] === 'development' && development),
    // A restart while the upstream is down serves what was cached.
    ...(hasUpstream && { cacheSnapshotSeconds: '60' }),
  }
}

/** A server with drafts is for editors: it shares nothing with public servers, sends no notices, and is not indexed. */
const withDrafts = { robots: 'deny', redis: '', analyticsScript: '', mailServer: '', notifyUrl: '' }

function inEffect({ siteUrl, port, apiBase, showDrafts }: Texts): Partial<Texts> {
  return {
    ...(siteUrl === '' && { siteUrl: `http://localhost:${port}` }),
    ...(apiBase !== '' && { contentDir: '' }),
    ...(showDrafts === 'on' ? withDrafts : { previewPassword: '' }),
  }
}

/** '' where it is unset. A secret may be the text of a file, whose path is in `NAME_FILE`. */
function textIn(env: NodeJS.ProcessEnv, { name, isSecret }: Setting): string {
  const text = env[name]?.trim() ?? ''
  const file = isSecret && env[`${name}_FILE`]?.trim()
  if (!file) return isServiceLink(name, text) ? '' : text
  if (text !== '') throw new Error(`must not be set together with ${name}_FILE`)
  const inFile = fileText(file)?.trim()
  if (!inFile) throw new Error(`must be in the file that ${name}_FILE names: it cannot be read or is empty`)
  return inFile
}

/** Kubernetes sets `METRICS_PORT=tcp://10.0.0.1:9090` for a service called metrics. */
export function isServiceLink(name: string, value = ''): boolean {
  return name.endsWith('_PORT') && /^\s*(?:tcp|udp|sctp):\/\//.test(value)
}

/** Requirements of settings on each other. */
function conflicts(given: Texts): ReturnType<Check> {
  const { port, metricsPort, mailServer, notifyTo, notifyUrl, notifyKind, notifySecret } = given
  const noScript = given.analyticsScript === '' && 'must be empty, because ANALYTICS_SCRIPT is empty'
  const noWebhook = notifyUrl === '' && 'must not be set without NOTIFY_URL'
  const unsigned = `must not be set where NOTIFY_KIND is ${notifyKind}: its requests have no signature`
  return {
    metricsPort:
      Number(metricsPort) > 0 &&
      Number(metricsPort) === Number(port) &&
      'must not be PORT: 0 serves the metrics there',
    analyticsAttributes: given.analyticsAttributes !== '' && noScript,
    analyticsHost: given.analyticsHost !== '' && noScript,
    mailServer: mailServer === '' && notifyTo !== '' && 'must be set, because NOTIFY_TO is set',
    notifyTo: !/[^\s,，]/.test(notifyTo) && mailServer !== '' && 'must be set, because SMTP_URL is set',
    notifyFrom: given.notifyFrom !== '' && mailServer === '' && 'must not be set without SMTP_URL',
    notifyKind: notifyKind !== 'json' && noWebhook,
    notifySecret: notifySecret !== '' && (noWebhook || (/^(?:wecom|slack)$/.test(notifyKind) && unsigned)),
  }
}

/** The problems that keep the server from starting. */
export const startProblems: Check = (given, env) => {
  const { siteUrl, apiBase, showDrafts, previewPassword } = given
  const isOpen = showDrafts === 'on' && previewPassword === '' && env['NODE_ENV'] !== 'development'
  return {
    ...folderProblems(given, env),
    siteUrl:
      siteUrl === '' &&
      env['NODE_ENV'] === 'production' &&
      'must be set where NODE_ENV is production: canonical links and sitemaps contain it (to try the site out: SITE_URL=http://localhost:3000)',
    showDrafts:
      showDrafts === 'on' &&
      apiBase !== '' &&
      'must be off with API_BASE: the drafts are those of a content folder',
    previewPassword: isOpen && 'must be set, because SHOW_DRAFTS is on',
  }
}

/** The problems that keep a command from reading content or storing messages. */
export const folderProblems: Check = ({ apiBase, contentDir, dataDir }) => ({
  contentDir:
    apiBase === '' &&
    !isFolder(resolve(contentDir), constants.R_OK) &&
    'is not a folder that this process can read',
  dataDir: !isWritable(resolve(dataDir)) && 'is not a folder that this process can write or create',
})

/** A missing folder can be created if its nearest existing parent is writable. */
function isWritable(folder: string): boolean {
  const parent = dirname(folder)
  return existsSync(folder) || parent === folder ? isFolder(folder, constants.W_OK) : isWritable(parent)
}

function isFolder(folder: string, access: number): boolean {
  try {
    accessSync(folder, access | constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
