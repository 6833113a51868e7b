// forms: lists, exports, deletes and resends form submissions, and tests notifications.
import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { defaultForm, type FormField } from '../../shared/form.ts'
import { connectRedis } from '../base/redis-client.ts'
import { createKeptFacts } from '../config/kept-facts.ts'
import { readRedisUrl } from '../config/redis-url.ts'
import { createFormStores } from '../forms/form-stores.ts'
import { createChannels } from '../forms/notify/channels.ts'
import { channelNames, type Outbox, type StoredSubmission } from '../forms/outbox.ts'
import { referenceOf } from '../forms/reference.ts'
import { fieldsIn } from '../forms/submission.ts'
import { createTranslations } from '../render/translations.ts'
import { type Command, exitCodes, readConfig, redisConnectMs } from './command.ts'
import { csv, type StoredForm, tableOf } from './form-export.ts'
import { type ChannelOutboxes, notificationStates, sendTest, unsentMessages } from './form-notifications.ts'
import { formOf } from './form-order.ts'

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
  const redis = await connectRedis({ target: readRedisUrl(config.redisUrl), log, connectMs: redisConnectMs })
  const stores = await createFormStores({ config, redis, log })
  const form = formOf(config)
  const runSubcommand = createCommands({
    form,
    outboxes: stores.outboxes(),
    channels: channelNames.map((channel) => ({ channel, outboxes: stores.outboxesOf(channel) })),
    retentionDays: config.formRetentionDays,
    test: async () => {
      const { zh, en } = await createTranslations({ log })
      const messages = { zh: zh.messages, en: en.messages }
      const facts = createKeptFacts({ config, log })
      const configured = await createChannels({ config, form: () => form, messages, facts, log, now })
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
    await stores.close()
    await redis?.close()
  }
}

/** A server has at least its lock there. */
function isUnused(dataDir: string): boolean {
  return !existsSync(dataDir) || readdirSync(dataDir).length === 0
}

type FormCommandsOptions = {
  /** For the order of columns; messages may have other fields. */
  form?: readonly FormField[]
  outboxes: Outbox[]
  /** Outboxes of the notification channels. */
  channels?: ChannelOutboxes[]
  retentionDays: number
  /** Sends a test notification. */
  test?: () => Promise<string>
  now: () => number
}

const dayMs = 24 * 3_600_000

/** Resolves with the output; undefined for an unknown command. */
function createCommands(options: FormCommandsOptions) {
  const { form = defaultForm, outboxes, channels = [], retentionDays, test, now } = options
  const ofChannels = channels.flatMap(({ outboxes }) => outboxes)

  /** One that is on the disk and in Redis, because Redis has not confirmed it, is one message. */
  const keyedForms = async (): Promise<Keyed[]> => {
    const all = (await Promise.all(outboxes.map((outbox) => outbox.list()))).flat()
    return [...new Map(all.map((one) => [`${one.key} ${one.body}`, one])).values()].map(keyedOf).sort(byTime)
  }

  const list = async (): Promise<string> => {
    const forms = await keyedForms()
    const known = new Set(forms.map(({ key }) => key))
    const others = (await unsentMessages(channels)).filter(({ key }) => !known.has(key))
    const delivered = others.map((one) => keyedOf({ ...one, state: 'delivered' }))
    const all = [...forms, ...delivered].sort(byTime)
    const keys = all.map(({ key }) => key)
    const states = await notificationStates(channels, keys)
    return all.map(({ key, form }) => lineOf(form, notified(states, key))).join('')
  }

  const exportAs = async (format: string): Promise<string> => {
    const forms = (await keyedForms()).map(({ form }) => form)
    return format === 'json' ? `${JSON.stringify(forms, undefined, 2)}\n` : csv(tableOf(forms, form))
  }

  const deleteOlder = async (days: number): Promise<string> => {
    const before = now() - days * dayMs
    const notifications = await sumOf(ofChannels, (outbox) => outbox.drop(before))
    const count = await sumOf(outboxes, (outbox) => outbox.drop(before))
    return `${count} deleted${notifications > 0 ? `, ${notifications} notifications deleted` : ''}\n`
  }

  const retry = async (): Promise<string> => {
    const messages = await sumOf(outboxes, (outbox) => outbox.retry())
    const notifications = await sumOf(ofChannels, (outbox) => outbox.retry())
    const also = notifications > 0 ? ` and ${notifications} notifications` : ''
    return `${messages}${also} to be sent again by the running server\n`
  }

  return async (args: string[]): Promise<string | undefined> => {
    const { command, format = '', days } = readArgs(args) ?? {}
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
  const fields = fieldsIn(body)
  return {
    key,
    form: { reference: referenceOf(key), id: key, receivedAt, state, form, flags: flags.join(' '), fields },
  }
}

function notified(channels: Awaited<ReturnType<typeof notificationStates>>, key: string): string[] {
  return channels.flatMap(({ channel, states }) => {
    const state = states.get(key)
    return state ? [`${channel}:${state === 'delivered' ? 'sent' : state}`] : []
  })
}

function byTime(a: Keyed, b: Keyed): number {
  return a.form.receivedAt < b.form.receivedAt ? -1 : 1
}

async function sumOf(outboxes: Outbox[], change: (outbox: Outbox) => Promise<number>): Promise<number> {
  const counts = await Promise.all(outboxes.map(change))
  return counts.reduce((sum, one) => sum + one, 0)
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
