// forms: lists, exports, deletes and resends form submissions, and tests notifications.
import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { createKeptFacts, factsFile } from '../base/kept-facts.ts'
import type { FormStore } from '../calls/form-store.ts'
import { createDiskOutbox } from '../forms/disk-outbox.ts'
import { createChannels } from '../forms/notify/channels.ts'
import { channelNames, type Outbox, type StoredSubmission } from '../forms/outbox.ts'
import { createRedisForms } from '../forms/redis-forms.ts'
import { referenceOf } from '../forms/reference.ts'
import { createSiteFormStore } from '../forms/site-form-store.ts'
import { outboxFile } from '../forms/site-forms.ts'
import { createTranslations } from '../render/translations.ts'
import { type Command, exitCodes, readConfig, redisConnectMs } from './command.ts'
import { csv, type StoredForm, tableOf } from './form-export.ts'
import { type ChannelOutboxes, notificationStates, sendTest, unsentMessages } from './form-notifications.ts'

export const usage = `node dist/server/main.js forms <command>

  list                          the stored submissions, one line each, with the states of their notifications
  export [--format csv|json]    all submissions with their fields; default csv
  delete [--older-than <days>]  deletes older submissions; default FORM_RETENTION_DAYS
  retry                         resends submissions and notifications that are waiting or were rejected
  test                          sends a test notification by each configured channel

  Exit codes: 0 done, 1 failed, 66 no server has used DATA_DIR.
`

export const run: Command['run'] = async (args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const readsData = ['list', 'export', 'delete', 'retry'].includes(args[0] ?? '')
  if (readsData && !config.redisUrl && isUnused(config.dataDir)) {
    process.stderr.write(
      `DATA_DIR ${config.dataDir} does not exist or is empty: no server has used it. Set DATA_DIR to that of the server.\n`,
    )
    return exitCodes.noInput
  }
  const now = Date.now
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const waiting = { log, connectMs: redisConnectMs }
  const redis = config.redisUrl ? await createRedisForms({ url: config.redisUrl, ...waiting }) : undefined
  const onDisk = { file: outboxFile(config.dataDir), now, monotonic: () => performance.now() }
  const disk = createDiskOutbox(onDisk)
  const channels = channelNames.map((channel) => {
    const shared = redis ? [redis.outboxOf(channel)] : []
    return { channel, outboxes: [createDiskOutbox({ ...onDisk, channel }), ...shared] }
  })
  const store = await createSiteFormStore({ config, now, ...waiting })
  const runSubcommand = createCommands({
    outboxes: redis ? [disk, redis.outbox] : [disk],
    channels,
    store,
    retentionDays: config.formRetentionDays,
    test: async () => {
      const { zh, en } = await createTranslations({ log })
      const messages = { zh: zh.messages, en: en.messages }
      const facts = createKeptFacts({ file: factsFile(config.dataDir), log })
      const configured = await createChannels({ config, messages, facts, log, now })
      const tested = sendTest(configured, {
        formName: config.formName,
        languages: facts.languages(),
        now: now(),
      })
      return tested.finally(() => Promise.all(configured.map((channel) => channel.close())))
    },
    now,
  })
  try {
    const output = await runSubcommand(args)
    process[output === undefined ? 'stderr' : 'stdout'].write(output ?? usage)
    return output === undefined ? exitCodes.usage : exitCodes.done
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return exitCodes.failed
  } finally {
    await store.close()
    await Promise.all([disk, ...channels.flatMap(({ outboxes }) => outboxes)].map((outbox) => outbox.close()))
    await redis?.close()
  }
}

/** A server has at least its lock there. */
function isUnused(dataDir: string): boolean {
  return !existsSync(dataDir) || readdirSync(dataDir).length === 0
}

type Options = {
  outboxes: Outbox[]
  /** Outboxes of the notification channels. */
  channels?: ChannelOutboxes[]
  store: FormStore
  retentionDays: number
  /** Sends a test notification. */
  test?: () => Promise<string>
  now: () => number
}

const dayMs = 24 * 3_600_000

/** Resolves with the output; undefined for an unknown command. */
export function createCommands({ outboxes, channels = [], store, retentionDays, test, now }: Options) {
  const ofChannels = channels.flatMap(({ outboxes }) => outboxes)

  /** Also the idempotency keys. */
  const keyedForms = async (): Promise<Keyed[]> => {
    const stored = (await store.list()).map(
      ({ id, idempotencyKey, name, body, flags, receivedAt }): Keyed => {
        const form: StoredForm = {
          reference: referenceOf(idempotencyKey || id),
          id,
          receivedAt,
          state: 'stored',
          form: name,
          flags,
          fields: JSON.parse(body),
        }
        return { key: idempotencyKey || id, form }
      },
    )
    const undelivered = (await Promise.all(outboxes.map((outbox) => outbox.list()))).flat().map(keyedOf)
    return [...stored, ...undelivered].sort(byTime)
  }

  const list = async (): Promise<string> => {
    const forms = await keyedForms()
    const known = new Set(forms.map(({ key }) => key))
    const others = (await unsentMessages(channels)).filter(({ key }) => !known.has(key))
    const delivered = others.map((one) => keyedOf({ ...one, state: 'delivered' }))
    const all = [...forms, ...delivered].sort(byTime)
    const states = await notificationStates(
      channels,
      all.map(({ key }) => key),
    )
    const notified = (key: string) =>
      states.flatMap(({ channel, states }) => {
        const state = states.get(key)
        return state ? [`${channel}:${state === 'delivered' ? 'sent' : state}`] : []
      })
    return all.map(({ key, form }) => lineOf(form, notified(key))).join('')
  }

  const exportAs = async (format: string): Promise<string> => {
    const forms = (await keyedForms()).map(({ form }) => form)
    return format === 'json' ? `${JSON.stringify(forms, undefined, 2)}\n` : csv(tableOf(forms))
  }

  const deleteOlder = async (days: number): Promise<string> => {
    const before = now() - days * dayMs
    const dropFrom = async (from: Outbox[]) =>
      sumOf(await Promise.all(from.map((outbox) => outbox.drop(before))))
    const notifications = await dropFrom(ofChannels)
    const count = (await store.drop(before)) + (await dropFrom(outboxes))
    return `${count} deleted${notifications > 0 ? `, ${notifications} notifications deleted` : ''}\n`
  }

  const retry = async (): Promise<string> => {
    const retryIn = async (from: Outbox[]) => sumOf(await Promise.all(from.map((outbox) => outbox.retry())))
    const [messages, notifications] = [await retryIn(outboxes), await retryIn(ofChannels)]
    const also = notifications > 0 ? ` and ${notifications} notifications` : ''
    return `${messages}${also} to be sent again by the running server\n`
  }

  return async (args: string[]): Promise<string | undefined> => {
    const read = readArgs(args)
    if (!read) return undefined
    const { command, format, days } = read
    switch (command) {
      case 'list':
        return list()
      case 'export':
        return exportAs(format)
      case 'delete':
        return deleteOlder(days ?? retentionDays)
      case 'retry':
        return retry()
      case 'test':
        return test?.()
      default:
        return undefined
    }
  }
}

type Keyed = { key: string; form: StoredForm }

function keyedOf(one: Omit<StoredSubmission, 'state'> & { state: StoredForm['state'] }): Keyed {
  const { key, path, state, flags, body } = one
  const form = decodeURIComponent(path.split('/').at(-1) ?? '')
  const receivedAt = new Date(one.receivedAt).toISOString()
  const fields = JSON.parse(body)
  return {
    key,
    form: { reference: referenceOf(key), id: key, receivedAt, state, form, flags: flags.join(' '), fields },
  }
}

function byTime(a: Keyed, b: Keyed): number {
  return a.form.receivedAt < b.form.receivedAt ? -1 : 1
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

function readArgs(args: string[]): { command: string; format: string; days: number | undefined } | undefined {
  try {
    const options = { format: { type: 'string', default: 'csv' }, 'older-than': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { format, 'older-than': age } = values
    if (positionals.length !== 1 || !['csv', 'json'].includes(format)) return undefined
    if (age !== undefined && !/^\d{1,6}$/.test(age)) return undefined
    return { command: positionals[0] ?? '', format, days: age === undefined ? undefined : Number(age) }
  } catch {
    return undefined
  }
}

function lineOf(
  { reference, id, receivedAt, state, form, flags, fields }: StoredForm,
  notified: string[],
): string {
  const about = [fields['name'], fields['company'], fields['topic']].filter(Boolean).join(', ')
  const parts = [receivedAt, state.padEnd(9), form, reference, id, flags && `[${flags}]`, ...notified, about]
  return `${parts.filter(Boolean).join('  ')}\n`
}
