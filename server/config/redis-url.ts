// REDIS_URL: one Redis server.

export type RedisTarget = {
  host: string
  port: number
  tls: boolean
  /** Empty: no login. */
  username: string
  password: string
  database: number
  /** What no log line may contain, encoded and decoded. */
  secrets: string[]
}

const parts = /^(rediss?):\/\/(?:([^/?#]*)@)?(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?(?:\/(\d{0,5}))?$/i

/** Throws where `redisUrlProblem` names a problem. */
export function readRedisUrl(url: string): RedisTarget {
  const [, scheme, userinfo = '', bracketed, plain = '', port = '6379', database = ''] = parts.exec(url) ?? []
  if (!scheme || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(
      'must be a URL like redis://user:password@host:6379/0, with one host; with TLS, rediss instead of redis',
    )
  const [username = '', ...rest] = userinfo.split(':')
  const encoded = rest.join(':')
  const login = { username: decode(username), password: decode(encoded) }
  return {
    host: bracketed ?? plain,
    port: Number(port),
    tls: scheme === 'rediss',
    ...login,
    database: Number(database),
    secrets: [url, encoded, login.password].filter(Boolean),
  }
}

/** The end of a sentence about REDIS_URL, with no part of its value; undefined where there is no problem. */
export function redisUrlProblem(url: string): string | undefined {
  try {
    readRedisUrl(url)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must have a percent-encoded user name and password')
  }
}
