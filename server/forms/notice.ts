// Notice of a form message: its title and rows in the languages of the site, the visitor's first, as plain text.
import { createHash } from 'node:crypto'
import { type FormField, formProduct, formText } from '../../shared/form.ts'
import type { OffsetAt } from '../../shared/format.ts'
import { createTranslate, type MessageKey, type Messages } from '../../shared/i18n/translate.ts'
import { listOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { emailAddress } from '../config/notifications.ts'
import type { CurrentSiteSettings } from '../config/site-settings.ts'
import { fieldsIn, type Message, referenceOf } from './message.ts'

export type Notice = {
  /** The same at every attempt, so that a repetition is recognised; letters, digits, `-` and `_`. */
  id: string
  locale: Locale
  /** One line. */
  title: string
  /** Labels are one line each, values may be several. */
  rows: { name: string; label: string; value: string }[]
  /** The visitor's e-mail address, if it is a valid one. */
  replyTo: string | undefined
  /** A text of the messages in each language, once where they are the same. */
  text: (key: MessageKey) => string
}

export type NoticeOptions = {
  config: { siteUrl: string; formName: string }
  /** The fields of the form now: messages may have others. */
  form: () => readonly FormField[]
  messages: Record<Locale, Messages>
  siteSettings: Pick<CurrentSiteSettings, 'languages' | 'offsetAt'>
}

const formLabels = ['name', 'company', 'contact', 'topic', 'message'] as const
const noticeLabels = ['consent', 'product', 'spam', 'form', 'received', 'reference'] as const

export function noticeOf(message: Message, { config, form, messages, siteSettings }: NoticeOptions): Notice {
  const { key, flags, received, locale: own } = message
  const languages = listOf(siteSettings.languages()).toSorted((a, b) => Number(b === own) - Number(a === own))
  const inEach = (read: (locale: Locale) => string) => [...new Set(languages.map(read))].join(' / ')
  const text = (key: MessageKey) => inEach((locale) => createTranslate(messages[locale], locale)(key))
  const fields = fieldsIn(message.fields)
  const table = form()

  const row = (name: string, value: string) => {
    const field = table.find((one) => one.name === name)
    const formLabel = formLabels.find((one) => one === name)
    const noticeLabel = noticeLabels.find((one) => one === name)
    const key = formLabel ? (`form.${formLabel}` as const) : noticeLabel && (`notice.${noticeLabel}` as const)
    const known = key ? text(key) : oneLine(name)
    const label = field?.label ? inEach((one) => oneLine(formText(field.label, one) ?? name)) : known
    const choice = field?.choices?.find((one) => one.value === value)
    return { name, label, value: choice ? inEach((one) => formText(choice.label, one) ?? value) : value }
  }
  // Fields of the form in its order, then the others; empty ones are omitted.
  const names = new Set([...table.map(({ name }) => name), formProduct.name, ...Object.keys(fields)])
  const reasons = flags.map((flag) => text(`notice.${flag}`)).join('; ')
  const { host } = new URL(config.siteUrl)
  const about = [fields['name'], fields['topic']].flatMap((value) => (value ? shortened(value) : []))
  const title = [`${text('notice.title')} – ${host}`, ...about].join(' – ')
  const addresses = table.flatMap(({ name, type }) => (type === 'email' ? fields[name] : []))
  return {
    id: createHash('sha256').update(key).digest('base64url').slice(0, 32),
    locale: languages[0] ?? own,
    title: flags.length > 0 ? `[${text('notice.spam')}] ${title}` : title,
    rows: [
      ...[...names].flatMap((name) => (fields[name] ? row(name, fields[name]) : [])),
      ...(flags.length > 0 ? [row('spam', reasons)] : []),
      ...(message.form === config.formName ? [] : [row('form', message.form)]),
      row('received', localTime(received, siteSettings.offsetAt())),
      row('reference', referenceOf(key)),
    ],
    replyTo: [fields['contact'] ?? fields['email'], ...addresses].flatMap(
      (one) => emailAddress(one ?? '') ?? [],
    )[0],
    text,
  }
}

/** Removes line ends, control characters and characters that change the direction of the text around them. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

const longestInTitle = 60

function shortened(text: string): string {
  const characters = [...oneLine(text)]
  const start = characters.slice(0, longestInTitle).join('')
  return characters.length > longestInTitle ? `${start}…` : start
}

const [hourMs, minuteMs] = [3_600_000, 60_000]

/** `2026-11-20 08:00 UTC+8` */
function localTime(ms: number, offsetAt: OffsetAt): string {
  const offset = offsetAt(ms)
  const [hours, minutes] = [Math.trunc(offset / hourMs), (Math.abs(offset) % hourMs) / minuteMs]
  const zone = `UTC${offset < 0 ? '-' : '+'}${Math.abs(hours)}${minutes ? `:${minutes}` : ''}`
  return `${new Date(ms + offset).toISOString().slice(0, 16).replace('T', ' ')} ${zone}`
}

/** Lines of values are indented: text of a visitor cannot imitate a row. */
export function plainText({ rows }: Notice): string {
  return rows.map(({ label, value }) => `${label}:${indented(value)}`).join('\n')
}

function indented(value: string): string {
  const lines = value.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.length === 1 ? ` ${value}` : `\n${lines.map((line) => `    ${line}`).join('\n')}`
}
