// REDIS_URL: one Redis server, Sentinels that name the primary, or nodes of a cluster.
import type { RedisOptions } from 'ioredis'

/** Without a port ioredis takes 6379, or 26379 for Sentinels. */
type Host = { host: string; port?: number }

export type RedisTarget = {
  /** The hosts as they are written, for log lines. */
  address: string
  /** Of a cluster; else `options` have the server, or the Sentinels. */
  nodes?: Host[]
  /** Without the one that changes the types of replies. */
  options: Omit<RedisOptions, 'replyMapping'>
}

const examples =
  'redis://host:6379/0, redis+sentinel://host:26379,host:26379/name/0 or redis+cluster://host:6379,host:6379'
const shape = /^redis(s?)(?:\+(sentinel|cluster))?:\/\/([^/?#]*@)?([^/?#@]*)(.*)$/s

/** The groups of `path`: the name of the primary in the Sentinels, and the number of the database. */
const kinds = {
  server: { path: /^\/?()(\d{0,5})$/, inPath: 'the number of the database' },
  sentinel: { path: /^\/([\w.-]+)\/?(\d{0,5})$/, inPath: 'the name of the primary, or the database,' },
  cluster: { path: /^\/?()(0?)$/, inPath: 'the database, other than 0 in a cluster,' },
}

/** Undefined for an empty one. An error ends a sentence about REDIS_URL, with no part of its value. */
export function readRedisUrl(text: string): RedisTarget | undefined {
  if (text === '') return undefined
  const parts = shape.exec(text)
  if (!parts) throw notValid('the scheme')
  const [, secure, mode = 'server', login = '', list = '', rest = ''] = parts
  // The regular expression has no other modes.
  const { path, inPath } = kinds[mode as keyof typeof kinds]
  const hosts = list.split(',').map((host, at) => readHost(host, `host ${at + 1}`))
  const { username, password, pathname, searchParams, hash } = new URL(`redis://${login}host${rest}`)
  const [, name, database] = path.exec(pathname) ?? []
  if (database === undefined) throw notValid(inPath)
  const known = name ? ['sentinel_username', 'sentinel_password'] : []
  if (hash || [...searchParams.keys()].some((key) => !known.includes(key))) throw notValid('the query')
  const tls = secure ? {} : undefined
  const options = {
    username: decoded(username),
    password: decoded(password),
    db: Number(database),
    sentinelUsername: searchParams.get('sentinel_username') ?? '',
    sentinelPassword: searchParams.get('sentinel_password') ?? '',
    tls,
    sentinelTLS: tls,
    enableTLSForSentinelMode: true,
  }
  if (mode === 'cluster') return { address: list, nodes: hosts, options }
  if (name) return { address: list, options: { ...options, sentinels: hosts, name } }
  if (hosts.length > 1) throw notValid('the list of hosts, without +sentinel or +cluster,')
  return { address: list, options: { ...options, ...hosts[0] } }
}

function readHost(text: string, which: string): Host {
  const { hostname = '', port = '' } = URL.parse(`redis://${text}`) ?? {}
  if (!/^(?:[\w.-]+|\[.+\])$/.test(hostname) || port === '0') throw notValid(which)
  return { host: hostname.replace(/^\[|\]$/g, ''), ...(port && { port: Number(port) }) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw notValid('the percent-encoding of user name and password')
  }
}

function notValid(part: string): Error {
  return new Error(`must be a URL like ${examples}, with TLS rediss; ${part} is not valid`)
}
