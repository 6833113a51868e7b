// forms: lists, shows, exports, deletes and resends messages, and tests notifications.
import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { listOf } from '../../shared/languages.ts'
import type { Config } from '../config/schema.ts'
import { createSiteSettings } from '../config/site-settings.ts'
import { createNoticeChannels } from '../forms/forms.ts'
import type { ChannelName, Message, Store } from '../forms/message.ts'
import { createMessage, fieldsIn, settle } from '../forms/message.ts'
import { dropOld, openStores } from '../forms/stores.ts'
import { createTranslations } from '../render/translations.ts'
import { type Command, exitCodes, readConfig, redisConnectMs } from './command.ts'
import { csv, type StoredForm, tableOf } from './form-export.ts'
import { formOf } from './form-order.ts'

export const usage = `node dist/server/main.js forms <command>

  list                          the stored messages, one line each, with the states of their notifications
  show <reference>              a message with its fields and deliveries
  export [--format csv|json]    the messages that no upstream has, with their fields; default csv
  delete [--older-than <days>]  deletes older messages; default FORM_RETENTION_DAYS
  retry [<reference>]           resends what is waiting or was rejected, notifications as well
  test                          sends a test notification by each configured channel

  Exit codes: 0 done, 1 failed, 66 no server has used DATA_DIR.
`

export const run: Command['run'] = async (args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const order = readArgs(args)
  if (!order) {
    process.stderr.write(usage)
    return exitCodes.usage
  }
  if (order.command !== 'test' && !config.redis && isUnused(config.dataDir)) {
    process.stderr.write(
      `DATA_DIR ${config.dataDir} does not exist or is empty: no server has used it. Set DATA_DIR to that of the server.\n`,
    )
    return exitCodes.noInput
  }
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const stores = await openStores({ config, telemetry: { log }, resumes: false, connectMs: redisConnectMs })
  try {
    process.stdout.write(await runOrder(order, config, stores.all))
    return exitCodes.done
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return exitCodes.failed
  } finally {
    await stores.close()
  }
}

/** A server has at least its lock there. */
function isUnused(dataDir: string): boolean {
  return !existsSync(dataDir) || readdirSync(dataDir).length === 0
}

const commands = ['list', 'show', 'export', 'delete', 'retry', 'test'] as const
type Order = {
  command: (typeof commands)[number]
  reference: string | undefined
  format: string
  days: number | undefined
}

/** Undefined for an unknown command. */
function readArgs(args: string[]): Order | undefined {
  try {
    const options = { format: { type: 'string', default: 'csv' }, 'older-than': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { format, 'older-than': age } = values
    const [name, reference, ...others] = positionals
    const command = commands.find((one) => one === name)
    const takesReference = command === 'show' || (command === 'retry' && reference !== undefined)
    if (!command || others.length > 0 || takesReference !== (reference !== undefined)) return undefined
    if (!['csv', 'json'].includes(format) || (age !== undefined && !/^\d{1,6}$/.test(age))) return undefined
    return { command, reference, format, days: age === undefined ? undefined : Number(age) }
  } catch {
    return undefined
  }
}

const dayMs = 24 * 3_600_000

/** Resolves with the output. */
async function runOrder({ command, reference, format, days }: Order, config: Config, stores: Store[]) {
  switch (command) {
    case 'list':
      return (await listed(stores)).map(lineOf).join('')
    case 'show':
      return shown(await find(stores, reference))
    case 'export': {
      const forms = (await listed(stores)).map(exportedOf).filter(({ state }) => state !== 'delivered')
      return format === 'json'
        ? `${JSON.stringify(forms, undefined, 2)}\n`
        : csv(tableOf(forms, formOf(config)))
    }
    case 'delete': {
      const before = Date.now() - (days ?? config.formRetentionDays) * dayMs
      const numbers = await Promise.all(stores.map((store) => dropOld(store, before)))
      return `${numbers.reduce((sum, one) => sum + one, 0)} deleted\n`
    }
    case 'retry': {
      const key = reference && (await find(stores, reference)).key
      const resent = (await Promise.all(stores.map((store) => resend(store, key)))).flat()
      const messages = resent.filter((channel) => channel === 'upstream').length
      const notifications = resent.length - messages
      const also = notifications > 0 ? ` and ${notifications} notifications` : ''
      return `${messages}${also} to be sent again by the running server\n`
    }
    case 'test':
      return sendTest(config)
    default:
      return command satisfies never
  }
}

/** One that is on the disk and in Redis, because Redis responded too late, is one message. */
async function listed(stores: Store[]): Promise<Message[]> {
  const all = (await Promise.all(stores.map((store) => store.list()))).flat()
  return [...new Map(all.map((one) => [one.key, one])).values()].sort((a, b) => a.received - b.received)
}

async function find(stores: Store[], reference = ''): Promise<Message> {
  const found = (await listed(stores)).find((one) => one.reference === reference.toUpperCase())
  if (!found) throw new Error(`no message has the reference ${reference}`)
  return found
}

/** Makes what waits or was refused due, of one message or all; resolves with the channels. */
async function resend(store: Store, key: string | undefined): Promise<ChannelName[]> {
  const messages = (await store.list()).filter((message) => !key || message.key === key)
  const due = messages.flatMap(({ key, deliveries }) =>
    deliveries.flatMap((one) => (one.state === 'delivered' ? [] : { key, delivery: one })),
  )
  for (const { key, delivery } of due)
    await settle(store, key, { ...delivery, state: 'waiting', attempts: 0 }, 0)
  return due.map(({ delivery }) => delivery.channel)
}

function exportedOf({ key, reference, received, form, flags, fields, deliveries }: Message): StoredForm {
  const state = deliveries.find(({ channel }) => channel === 'upstream')?.state ?? 'stored'
  const about = { reference, id: key, receivedAt: new Date(received).toISOString() }
  return { ...about, state, form, flags, fields: fieldsIn(fields) }
}

function lineOf(message: Message): string {
  const { reference, id, receivedAt, state, form, flags, fields } = exportedOf(message)
  const notified = message.deliveries.flatMap(({ channel, state }) =>
    channel === 'upstream' ? [] : `${channel}:${state === 'delivered' ? 'sent' : state}`,
  )
  const about = [fields['name'], fields['company'], fields['topic']].filter(Boolean).join(', ')
  const parts = [receivedAt, state.padEnd(9), form, reference, id, flags && `[${flags}]`, ...notified, about]
  return `${parts.filter(Boolean).join('  ')}\n`
}

function shown(message: Message): string {
  const { deliveries } = message
  const states = deliveries.map(
    ({ channel, state, error }) => `${channel}: ${[state, error].filter(Boolean).join(', ')}`,
  )
  const { fields, ...about } = exportedOf(message)
  const rows = Object.entries({ ...about, ...fields }).map(([name, value]) => `${name}: ${value}`)
  return `${[...rows, ...states].join('\n')}\n`
}

/** Sends a message by each channel; rejects where one failed, or there is none. */
async function sendTest(config: Config): Promise<string> {
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const { zh, en } = await createTranslations(log)
  const messages = { zh: zh.messages, en: en.messages }
  const siteSettings = createSiteSettings({ config, log })
  const form = () => formOf(config)
  const channels = await createNoticeChannels({ config, form, messages, siteSettings, log, now: Date.now })
  if (channels.length === 0)
    throw new Error('no notifications are configured: set SMTP_URL and NOTIFY_TO, or NOTIFY_URL')
  const [locale] = siteSettings.languages()
  const text = listOf(siteSettings.languages())
    .map((one) => messages[one]['notice.test'])
    .join('\n')
  const message = createMessage({
    key: `test-${Date.now()}`,
    form: config.formName,
    locale,
    fingerprint: '',
    flags: '',
    received: Date.now(),
    fields: JSON.stringify({ message: text, name: 'Test' }),
    deliveries: [],
  })
  const results = channels.map(async (channel) => {
    const outcome = await channel.send({ message, attempts: 1 })
    return outcome.state === 'delivered'
      ? `${channel.name}: sent\n`
      : `${channel.name}: not sent, ${'error' in outcome ? outcome.error : outcome.state}\n`
  })
  const lines = (await Promise.all(results)).join('')
  if (lines.includes(': not sent')) throw new Error(lines.trimEnd())
  return lines
}
