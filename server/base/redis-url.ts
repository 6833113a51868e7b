// REDIS_URL: one Redis server, Sentinels that name the primary, or nodes of a cluster.
export type RedisLogin = { username: string; password: string }

export type RedisTarget = {
  kind: 'single' | 'sentinel' | 'cluster'
  /** Redis itself, or the Sentinels, or nodes of the cluster. */
  hosts: { host: string; port: number }[]
  /** `host:port` of every host, for log lines. */
  address: string
  tls: boolean
  /** The login of Redis; empty: none. */
  login: RedisLogin
  sentinelLogin: RedisLogin
  /** The primary's name in the Sentinels; else empty. */
  primary: string
  database: number
  /** What no log line may contain, encoded and decoded. */
  secrets: string[]
}

type Kind = RedisTarget['kind']

const examples = {
  single: 'redis://host:6379/0',
  sentinel: 'redis+sentinel://host:26379,host:26379/name/0',
  cluster: 'redis+cluster://host:6379,host:6379',
} as const satisfies Record<Kind, string>
const defaultPorts = { single: 6379, sentinel: 26379, cluster: 6379 } as const satisfies Record<Kind, number>
const parts =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/

/** Undefined for an empty one. An error ends a sentence about REDIS_URL, with no part of its value. */
export function readRedisUrl(url: string): RedisTarget | undefined {
  if (url === '') return undefined
  const [, scheme, mode = 'single', userinfo = '', list = '', path = '', query = ''] = parts.exec(url) ?? []
  if (!scheme) {
    const known = Object.values(examples).join(', ')
    throw new Error(`must be a URL like ${known}; with TLS, rediss instead of redis`)
  }
  const kind = mode as Kind
  const login = readLogin(userinfo)
  const sentinelLogin = readSentinelLogin(query, kind)
  const hosts = list.split(',').map((name, at) => readHost(name, `host ${at + 1}`, kind))
  if (kind === 'single' && hosts.length > 1)
    throw new Error(
      `must name one host; several are written like ${examples.sentinel} or ${examples.cluster}`,
    )
  const secrets = [url, userinfo.split(':').slice(1).join(':'), query, login.password]
  return {
    kind,
    hosts,
    address: hosts
      .map(({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`))
      .join(','),
    tls: scheme === 'rediss',
    login,
    sentinelLogin,
    ...readPath(path, kind),
    secrets: [...secrets, sentinelLogin.password, encodeURIComponent(sentinelLogin.password)].filter(Boolean),
  }
}

function readHost(name: string, which: string, kind: Kind): RedisTarget['hosts'][number] {
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(name) ?? []
  const host = bracketed ?? plain
  const number = Number(port ?? defaultPorts[kind])
  if (!host || number < 1 || number > 65_535)
    throw new Error(`must name its hosts as host:port, like ${examples[kind]}; ${which} is not valid`)
  return { host, port: number }
}

function readPath(path: string, kind: Kind): Pick<RedisTarget, 'primary' | 'database'> {
  const [primary, number = ''] = kind === 'sentinel' ? path.split(/\/(.*)/s) : ['', path]
  if (kind === 'sentinel' && !/^[\w.-]+$/.test(primary ?? ''))
    throw new Error(`must name the primary as the Sentinels do, like ${examples.sentinel}`)
  if (kind === 'cluster' && number !== '' && number !== '0')
    throw new Error(`must not name a database: a cluster has one, like ${examples.cluster}`)
  if (!/^\d{0,5}$/.test(number))
    throw new Error(`must end in the number of a database, like ${examples[kind]}, or in no path`)
  return { primary: primary ?? '', database: Number(number) }
}

function readLogin(userinfo: string): RedisLogin {
  const [username = '', ...rest] = userinfo.split(':')
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(rest.join(':')) }
  } catch {
    throw new Error('must have a percent-encoded user name and password')
  }
}

/** The Sentinels' own user name and password. */
function readSentinelLogin(query: string, kind: Kind): RedisLogin {
  const fields = new URLSearchParams(query)
  const known = kind === 'sentinel' ? ['sentinel_username', 'sentinel_password'] : []
  if ([...fields.keys()].some((name) => !known.includes(name)))
    throw new Error('must not have a query, except sentinel_username and sentinel_password with Sentinels')
  return { username: fields.get('sentinel_username') ?? '', password: fields.get('sentinel_password') ?? '' }
}
