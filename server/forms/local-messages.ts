// Messages of an origin that runs in this process: stored in the outbox itself, on the disk while Redis is not available.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { SaveMessage } from '../calls/form-call.ts'
import type { FormStores } from './form-stores.ts'
import type { Flag } from './spam-flags.ts'
import { formPath, type Submission } from './submission.ts'

type Options = {
  stores: FormStores
  log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>
  /** Milliseconds since 1970. */
  now?: () => number
  pollMs?: number
}

const atOnce = 100

export function createLocalMessages({ stores, log, now = Date.now, pollMs = 1000 }: Options) {
  const { disk, redis } = stores
  let moving: Promise<void> | undefined

  /** What was stored on the disk belongs in the list of all servers. */
  const move = async () => {
    if (!redis || stores.outboxes()[0] !== redis.outbox) return
    if ((await disk.stored(1)).length === 0) return
    await disk.drop(await redis.storeOnly.droppedBefore())
    const messages = await disk.stored(atOnce)
    await Promise.all(messages.map(moveOne))
    if (messages.length > 0) log.info({ messages: messages.length }, 'form messages moved from the disk to Redis')
  }

  const moveOne = async (message: Submission) => {
    const added = await redis?.storeOnly.store(message)
    // Its key has other content there.
    if (added === 'key reused') await redis?.storeOnly.store({ ...message, key: randomUUID() })
    await disk.remove(message.key)
  }

  const timer = setInterval(() => {
    // Redis is not reachable, or does not confirm: at the next time.
    moving ??= move()
      .catch(() => {})
      .finally(() => {
        moving = undefined
      })
  }, pollMs)
  timer.unref()

  return {
    /** Rejects when it is not stored. */
    save: (async ({ name, key = randomUUID(), body, flags, locale }) => {
      const receivedAt = now()
      const about = { key, path: formPath(name), locale, fingerprint: '', body, receivedAt }
      const message: Submission = { ...about, flags: flags as Flag[] }
      for (const outbox of stores.outboxes()) {
        const added = await outbox.store(message).catch((error: Error) => {
          log.error({ reason: error.message, outbox: outbox.name }, 'form submission not stored')
        })
        if (added) return added === 'key reused' ? added : { id: key }
      }
      throw new Error('no outbox could store the message')
    }) satisfies SaveMessage,
    async close() {
      clearInterval(timer)
      await moving
    },
  }
}
