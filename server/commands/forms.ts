// forms: lists, shows, exports, deletes and resends messages, and tests notifications.
import { existsSync, readdirSync } from 'node:fs'
import pino from 'pino'
import { defaultForm } from '../../shared/form.ts'
import { localesOf } from '../../shared/languages.ts'
import { en } from '../../shared/messages/en.ts'
import { zh } from '../../shared/messages/zh.ts'
import type { Config } from '../config/schema.ts'
import { createSiteSettings } from '../config/site-settings.ts'
import { createNoticeChannels } from '../forms/forms.ts'
import type { ChannelName, Message, Store } from '../forms/message.ts'
import { createMessage, fieldsIn, writeDelivery } from '../forms/message.ts'
import { noticeOf } from '../forms/notice.ts'
import { dropOld, openStores } from '../forms/stores.ts'
import { type Command, commandError, exitCodes, readArgs, readConfig } from './command.ts'

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
  const { config } = readConfig(world)
  const order = readOrder(args)
  const { redis, dataDir } = config
  // A server has at least its lock there.
  const isUnused = !existsSync(dataDir) || readdirSync(dataDir).length === 0
  if (order.command !== 'test' && !redis && isUnused) {
    const problem = 'does not exist or is empty: no server has used it. Set DATA_DIR to that of the server.'
    throw commandError(exitCodes.noInput, `DATA_DIR ${dataDir} ${problem}`)
  }
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const stores = await openStores({ config, telemetry: { log }, resumes: false, redisMs })
  try {
    world.print(await runOrder(order, config, stores.all))
  } catch (error) {
    throw commandError(exitCodes.failed, (error as Error).message)
  } finally {
    await stores.close()
  }
}

const commands = ['list', 'show', 'export', 'delete', 'retry', 'test'] as const

function readOrder(args: string[]) {
  const options = { format: { type: 'string', default: 'csv' }, 'older-than': { type: 'string' } } as const
  const { values, positionals } = readArgs({ args, options, allowPositionals: true }, usage)
  const { format, 'older-than': days } = values
  const [name, reference, ...others] = positionals
  const command = commands.find((one) => one === name)
  const takesReference = command === 'show' || (command === 'retry' && reference !== undefined)
  const isValid =
    takesReference === (reference !== undefined) &&
    others.length === 0 &&
    ['csv', 'json'].includes(format) &&
    /^\d{1,6}$/.test(days ?? '0')
  if (!command || !isValid) throw commandError(exitCodes.usage, usage)
  return { command, reference, format, days }
}

/** A command has nothing to fall back on, unlike a server: it waits longer for a connection to Redis. */
const redisMs = 10_000
const dayMs = 24 * 3_600_000

/** Resolves with the output. */
async function runOrder(order: ReturnType<typeof readOrder>, config: Config, stores: Store[]) {
  const { command, reference, format, days } = order
  switch (command) {
    case 'list':
      return (await listed(stores)).map(lineOf).join('')
    case 'show':
      return shown(await find(stores, reference))
    case 'export': {
      const forms = (await listed(stores)).map(storedForm).filter(({ state }) => state !== 'delivered')
      return format === 'json' ? `${JSON.stringify(forms, undefined, 2)}\n` : csv(forms)
    }
    case 'delete': {
      const before = Date.now() - Number(days ?? config.formRetentionDays) * dayMs
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

/** Makes what waits or was rejected due, of one message or all; resolves with the channels. */
async function resend(store: Store, key: string | undefined): Promise<ChannelName[]> {
  const messages = (await store.list()).filter((message) => !key || message.key === key)
  const due = messages.flatMap(({ key, deliveries }) =>
    deliveries.flatMap((one) => (one.state === 'delivered' ? [] : { key, delivery: one })),
  )
  for (const { key, delivery } of due)
    await writeDelivery(store, key, { ...delivery, state: 'waiting', attempts: 0 }, 0)
  return due.map(({ delivery }) => delivery.channel)
}

function lineOf(message: Message): string {
  const { reference, id, receivedAt, state, form, flags, fields } = storedForm(message)
  const notified = message.deliveries.flatMap(({ channel, state }) =>
    channel === 'upstream' ? [] : `${channel}:${state === 'delivered' ? 'sent' : state}`,
  )
  const about = [fields['name'], fields['company'], fields['topic']].filter(Boolean).join(', ')
  const parts = [receivedAt, state.padEnd(9), form, reference, id, flags && `[${flags}]`, ...notified, about]
  const row = parts.filter(Boolean).join('  ')
  // A visitor may have sent control characters, which a terminal would obey.
  return `${row.replace(/\p{Cc}/gu, ' ')}\n`
}

function shown(message: Message): string {
  const { fields, ...about } = storedForm(message)
  const states = message.deliveries.map(({ channel, state, error }) => [
    channel,
    error ? `${state}, ${error}` : state,
  ])
  return [...Object.entries(about), ...Object.entries(fields), ...states]
    .map(([name, value]) => `${name}: ${value}`.replace(/(?!\n)\p{Cc}/gu, ' ').replaceAll('\n', '\n  '))
    .join('\n')
    .concat('\n')
}

/** Sends a message by each channel; rejects where one failed, or there is none. */
async function sendTest(config: Config): Promise<string> {
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const messages = { zh, en }
  const siteSettings = createSiteSettings(config, log)
  const about = { config, form: () => defaultForm, messages, siteSettings }
  const noticeFor = (message: Message) => noticeOf(message, about)
  const channels = await createNoticeChannels(config, noticeFor, { log, now: Date.now })
  if (channels.length === 0)
    throw new Error('no notifications are configured: set SMTP_URL and NOTIFY_TO, or NOTIFY_URL')
  const languages = localesOf(siteSettings.languages())
  const text = languages.map((one) => messages[one]['notice.test']).join('\n')
  const message = createMessage({
    key: `test-${Date.now()}`,
    form: config.formName,
    locale: languages[0] ?? 'zh',
    fingerprint: '',
    flags: '',
    received: Date.now(),
    fields: JSON.stringify({ message: text, name: 'Test' }),
    deliveries: [],
  })
  const sent = await Promise.all(channels.map((channel) => channel.send({ message, attempts: 1 })))
  const lines = sent.map((outcome, at) => {
    const problem = 'error' in outcome && outcome.error ? outcome.error : outcome.state
    return `${channels[at]?.name}: ${outcome.state === 'delivered' ? 'sent' : `not sent, ${problem}`}`
  })
  if (sent.some(({ state }) => state !== 'delivered')) throw new Error(lines.join('\n'))
  return `${lines.join('\n')}\n`
}

/** `delivered`: to an upstream, with a notification that is not sent; the others are the states of an outbox. */
function storedForm({ key, reference, received, form, flags, fields, deliveries }: Message) {
  const state = deliveries.find(({ channel }) => channel === 'upstream')?.state ?? 'stored'
  const receivedAt = new Date(received).toISOString()
  return { reference, id: key, receivedAt, state, form, flags, fields: fieldsIn(fields) }
}

/** CSV injection: characters that start a formula in spreadsheets; East Asian ones accept full-width signs as well. */
const formulaStart = /^[\s\u0000-\u001f]*[=+\-@＝＋－＠|%]/

/** RFC 4180, with a byte order mark, by which spreadsheets detect UTF-8. A row of names, then a row for each submission. */
function csv(all: ReturnType<typeof storedForm>[]): string {
  const sent = new Set(all.flatMap(({ fields }) => Object.keys(fields)))
  const known = defaultForm.flatMap(({ name }) => (sent.has(name) ? name : []))
  const names = [...new Set([...known, ...sent])]
  const rows = all.map(({ reference, id, receivedAt, state, form, flags, fields }) => {
    const about = [reference, id, receivedAt, state, form, flags]
    // A field may have the name of a property that every object inherits.
    return [...about, ...names.map((name) => (Object.hasOwn(fields, name) && fields[name]) || '')]
  })
  const table = [['reference', 'id', 'received', 'state', 'form', 'flags', ...names], ...rows]
  return `\ufeff${table.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string): string {
  const safe = formulaStart.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
