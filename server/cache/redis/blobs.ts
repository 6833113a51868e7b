// Reads and writes the blobs in Redis, under the current epoch.
import type { Entry } from '../entry.ts'
import { decodeBlob, encodeFrame } from './blob.ts'
import type { Commands } from './client.ts'
import { evaluate } from './evaluate.ts'
import { type Epoch, openEpoch, pathOf, type RedisKeys, readEpoch } from './keys.ts'
import { storeScript } from './scripts.ts'

type RedisBlobsOptions = {
  keys: RedisKeys
  limits: { maxVariants: number; maxKeysOfPath: number }
  /** The number of purges received. */
  purgeCount: () => number
  /** Version of the content that this server's responses are made from. */
  content: () => string
  now: () => number
}

const maxLifetimeMs = 30 * 24 * 3_600_000
const maxReads = 3

export function createRedisBlobs({ keys, limits, purgeCount, content, now }: RedisBlobsOptions) {
  let epoch: Epoch = { hard: '', soft: '', softAt: 0, content: '' }

  const renewEpoch = async (client: Commands): Promise<Epoch> => {
    epoch = await openEpoch(client, keys.epoch, content())
    return epoch
  }

  return {
    epoch: () => epoch,
    renewEpoch,

    /** Reads again where the epoch has changed, or a purge was received during the read. */
    async get(client: Commands, key: string): Promise<Entry[]> {
      for (let round = 0; round < maxReads; round++) {
        const before = { hard: epoch.hard, count: purgeCount() }
        const [text, blob] = await client.mgetBuffer(keys.epoch, keys.blob(epoch.hard, key))
        epoch = readEpoch(text) ?? (await renewEpoch(client))
        if (epoch.hard !== before.hard || purgeCount() !== before.count) continue
        // The response is that of a server that has read other content.
        if (epoch.content !== content()) return []
        return blob ? decodeBlob(blob, key, epoch, now()) : []
      }
      return []
    },

    async set(client: Commands, entry: Entry): Promise<void> {
      const { hard, soft } = epoch
      const { key } = entry
      const frame = encodeFrame(entry, soft, now())
      const tags = [...new Set([`path:${pathOf(key) ?? ''}`, ...entry.tags])]
      const names = [keys.epoch, keys.blob(hard, key), ...tags.map((tag) => keys.tag(hard, tag))]
      const values = [
        limits.maxVariants,
        limits.maxKeysOfPath,
        key,
        keys.blobs(hard),
        maxLifetimeMs,
        content(),
      ]
      await evaluate(client, storeScript, names, [hard, frame, now(), ...values])
    },

    delete: (client: Commands, key: string) => client.unlink(keys.blob(epoch.hard, key)),
  }
}
