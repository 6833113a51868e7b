// Names in Redis. The schema is part of each; the build is not, because answers of the API outlive builds.

const schema = 1

export type RedisKeys = ReturnType<typeof createRedisKeys>

/** `database` because channels, unlike keys, are common to all databases of a server. */
export function createRedisKeys(namespace: string, database: string) {
  const root = `${namespace}:${schema}`
  return {
    epoch: `${root}:epoch`,
    purgeLog: `${root}:purge-log`,
    purgeChannel: `${root}:${database}:purges`,
    fillChannel: `${root}:${database}:fills`,
    lock: (key: string) => `${root}:lock:${key}`,
    /** What the names of the blobs of an epoch start with. */
    blobs: (hard: string) => `${root}:${hard}:blob:`,
    blob: (hard: string, key: string) => `${root}:${hard}:blob:${key}`,
    tag: (hard: string, tag: string) => `${root}:${hard}:tag:${tag}`,
  }
}

/** The path that a cache key names, or the beginning of one: `/x` for `GET /x?page=2 zh` and for `GET /x?pa`. */
export function pathOf(key: string): string | undefined {
  return /^\S+ ([^?\s]+)/.exec(key)?.[1]
}
