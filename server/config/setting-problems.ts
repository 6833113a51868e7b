// What is wrong with one setting: by the schema, and by the checks beyond it.
import { isIP } from 'node:net'
import Value from 'typebox/value'
import { apiProblem } from './api-access.ts'
import { notificationProblem } from './notifications.ts'
import { redisUrlProblem } from './redis-url.ts'
import { configSchema, type SettingName, type Settings } from './schema.ts'

export type ConfigProblem = { name: SettingName; problem: string }

/** `values`: all settings, with defaults, of any type. */
export function settingProblems(name: SettingName, values: Settings): ConfigProblem[] {
  const value: unknown = values[name]
  const schema = configSchema.properties[name]
  if (Value.Check(schema, value)) return checkMore(name, values)
  const limits = schema as Limits
  return [{ name, problem: `must be ${expectedOf(limits)}${lengthOf(String(value), limits)}` }]
}

type Limits = { expected?: string; pattern?: string; minimum?: number; maximum?: number }

/** Messages do not contain the value: it may be a secret. */
function expectedOf({ expected, pattern, minimum, maximum }: Limits): string {
  if (expected) return expected
  const words = pattern?.replace(/^\^\(|\)\$$/g, '').split('|')
  if (words) return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  const range = maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
  return `a whole number ${range}, in digits`
}

function lengthOf(value: string, { expected = '' }: Limits): string {
  const [, least] = /^at least (\d+) characters/.exec(expected) ?? []
  return value.length < Number(least) ? `; it has ${value.length}` : ''
}

/** Checks beyond the schema. */
function checkMore(name: SettingName, values: Settings): ConfigProblem[] {
  const value: unknown = values[name]
  if (name === 'TRUST_PROXY' && !networks(String(value)).every(isNetwork)) {
    return [{ name, problem: 'must be IP addresses or networks like 10.0.0.0/8' }]
  }
  if (name === 'METRICS_PORT' && value !== 0 && value === values.PORT)
    return [{ name, problem: 'must not be PORT: 0 serves the metrics there' }]
  const redisProblem = name === 'REDIS_URL' && redisUrlProblem(String(value))
  if (redisProblem) return [{ name, problem: redisProblem }]
  if (/^ANALYTICS_[AH]/.test(name) && value !== '' && values.ANALYTICS_SCRIPT === '')
    return [{ name, problem: 'must be empty, because ANALYTICS_SCRIPT is empty' }]
  const isUrl = /^(?:SITE_URL|API_BASE|ANALYTICS_SCRIPT|ANALYTICS_HOST)$/.test(name) && value !== ''
  if (isUrl && !URL.canParse(String(value), 'https://site.invalid'))
    return [{ name, problem: 'is not a URL' }]
  if (isUrl && new URL(String(value), 'https://site.invalid').username) {
    return [{ name, problem: 'must not contain a user name or password' }]
  }
  const problem = apiProblem(name, values) ?? notificationProblem(name, values)
  return problem ? [{ name, problem }] : []
}

/** Addresses and networks, separated by commas. */
export function networks(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function isNetwork(network: string): boolean {
  const [address = '', bits = '0', ...rest] = network.split('/')
  const version = isIP(address)
  return (
    version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  )
}
