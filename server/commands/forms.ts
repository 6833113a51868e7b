// forms: lists, exports, deletes and resends form submissions.
import { parseArgs } from 'node:util'
import pino from 'pino'
import type { FormStore } from '../content/form-store.ts'
import { createDiskOutbox } from '../forms/disk-outbox.ts'
import type { Outbox } from '../forms/outbox.ts'
import { createRedisForms } from '../forms/redis-forms.ts'
import { createSiteFormStore } from '../forms/site-form-store.ts'
import { outboxFile } from '../forms/site-forms.ts'
import { type Command, exitCodes, readConfig } from './command.ts'

export const usage = `npm run forms -- <command>

  list                          the stored submissions, one line each
  export [--format csv|json]    all submissions with their fields; default csv
  delete [--older-than <days>]  deletes older submissions; default FORM_RETENTION_DAYS
  retry                         resends submissions that are waiting or were rejected

  "npm run forms --silent -- export > forms.csv" suppresses the output of npm.
`

export const run: Command['run'] = async (args, world) => {
  const config = readConfig(world)
  if (!config) return exitCodes.configuration
  const now = Date.now
  const log = pino({ level: 'warn' }, pino.destination(process.stderr.fd))
  const redis = config.redisUrl ? await createRedisForms({ url: config.redisUrl, log }) : undefined
  const disk = createDiskOutbox({ file: outboxFile(config.dataDir), now, monotonic: () => performance.now() })
  const store = await createSiteFormStore({ config, log, now })
  const runSubcommand = createCommands({
    outboxes: redis ? [disk, redis.outbox] : [disk],
    store,
    retentionDays: config.formRetentionDays,
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
    await disk.close()
    await redis?.close()
  }
}

type Options = { outboxes: Outbox[]; store: FormStore; retentionDays: number; now: () => number }

/** `stored`: in the store of the embedded content API; the others are in an outbox. */
type StoredForm = {
  id: string
  receivedAt: string
  state: 'stored' | 'waiting' | 'refused'
  form: string
  flags: string
  fields: Record<string, string>
}

const dayMs = 24 * 3_600_000

/** Resolves with the output; undefined for an unknown command. */
export function createCommands({ outboxes, store, retentionDays, now }: Options) {
  const storedForms = async (): Promise<StoredForm[]> => {
    const stored = (await store.list()).map(({ id, name, body, flags, receivedAt }): StoredForm => {
      return { id, receivedAt, state: 'stored', form: name, flags, fields: JSON.parse(body) }
    })
    const undelivered = (await Promise.all(outboxes.map((outbox) => outbox.list())))
      .flat()
      .map((one): StoredForm => {
        const form = decodeURIComponent(one.path.split('/').at(-1) ?? '')
        const receivedAt = new Date(one.receivedAt).toISOString()
        const { key: id, state, flags, body } = one
        return { id, receivedAt, state, form, flags: flags.join(' '), fields: JSON.parse(body) }
      })
    return [...stored, ...undelivered].sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
  }

  const deleteOlder = async (days: number): Promise<string> => {
    const before = now() - days * dayMs
    const deleted = await Promise.all(outboxes.map((outbox) => outbox.drop(before)))
    const count = [await store.drop(before), ...deleted].reduce((sum, one) => sum + one, 0)
    return `${count} deleted\n`
  }

  return async (args: string[]): Promise<string | undefined> => {
    const read = readArgs(args)
    if (!read) return undefined
    const { command, format, days } = read
    switch (command) {
      case 'list':
        return (await storedForms()).map(lineOf).join('')
      case 'export':
        return format === 'json'
          ? `${JSON.stringify(await storedForms(), undefined, 2)}\n`
          : csv(tableOf(await storedForms()))
      case 'delete':
        return deleteOlder(days ?? retentionDays)
      case 'retry': {
        const counts = await Promise.all(outboxes.map((outbox) => outbox.retry()))
        return `${counts.reduce((sum, one) => sum + one, 0)} to be sent again by the running server\n`
      }
      default:
        return undefined
    }
  }
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

function lineOf({ id, receivedAt, state, form, flags, fields }: StoredForm): string {
  const about = [fields['name'], fields['company'], fields['topic']].filter(Boolean).join(', ')
  return `${[receivedAt, state.padEnd(7), form, id, flags && `[${flags}]`, about].filter(Boolean).join('  ')}\n`
}

function tableOf(all: StoredForm[]): string[][] {
  const names = [...new Set(all.flatMap(({ fields }) => Object.keys(fields)))]
  const rows = all.map(({ id, receivedAt, state, form, flags, fields }) => [
    ...[id, receivedAt, state, form, flags],
    ...names.map((name) => fields[name] ?? ''),
  ])
  return [['id', 'received', 'state', 'form', 'flags', ...names], ...rows]
}

/** CSV injection: characters that start a formula in spreadsheets; East Asian ones accept full-width signs as well. */
const formulaStart = /^[\s\u0000-\u001f]*[=+\-@＝＋－＠|%]/

/** RFC 4180, with a byte order mark, by which spreadsheets detect UTF-8. */
export function csv(rows: string[][]): string {
  return `\ufeff${rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string): string {
  const safe = formulaStart.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
