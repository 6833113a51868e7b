// Notice of a form message: its title and rows in the languages of the site, the visitor's first, as plain text.
import { createHash } from 'node:crypto'
import { type FormField, formProduct, formText, isKnownField } from '../../shared/form.ts'
import { createTranslate, type MessageKey, type Messages } from '../../shared/i18n/translate.ts'
import { localesOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { emailAddress } from '../config/notifications.ts'
import type { Config } from '../config/schema.ts'
import type { CurrentSiteSettings } from '../config/site-settings.ts'
import { fieldsIn, type Message, readFlags } from './message.ts'

export type Notice = {
  /** Letters, digits, `-` and `_`: the same at every attempt, so that a repetition is recognised. */
  id: string
  /** One line. */
  title: string
  /** The label of each row, by its name. */
  labels: Record<string, string>
  /** A row for each field and what is known of the message. Labels are one line each, values may be several. */
  body: string
  /** The visitor's e-mail address, if it is a valid one. */
  replyTo: string | undefined
}

type NoticeOptions = {
  config: Config
  /** The fields of the form now: messages may have others. */
  form: () => readonly FormField[]
  messages: Record<Locale, Messages>
  siteSettings: Pick<CurrentSiteSettings, 'languages' | 'offsetAt'>
}

const noticeLabels = ['consent', 'product', 'spam', 'form', 'received', 'reference'] as const

export function noticeOf(message: Message, { config, form, messages, siteSettings }: NoticeOptions): Notice {
  const { key, reference, received, locale: own } = message
  const byOwn = (a: Locale, b: Locale) => Number(b === own) - Number(a === own)
  const languages = localesOf(siteSettings.languages()).toSorted(byOwn)
  const inEach = (read: (locale: Locale) => string) => [...new Set(languages.map(read))].join(' / ')
  const text = (key: MessageKey) => inEach((locale) => createTranslate(messages[locale], locale)(key))
  const fields = fieldsIn(message.fields)
  const table = form()

  const labelOf = (name: string) => {
    const label = table.find((one) => one.name === name)?.label
    if (label) return inEach((one) => oneLine(formText(label, one) ?? name))
    const noticeLabel = noticeLabels.find((one) => one === name)
    if (noticeLabel) return text(`notice.${noticeLabel}`)
    return isKnownField(name) ? text(`form.${name}`) : oneLine(name)
  }
  /** Of a choice its label. */
  const shownOf = (name: string, value: string) => {
    const choices = table.find((one) => one.name === name)?.choices ?? []
    const label = choices.find((one) => one.value === value)?.label
    return label ? inEach((one) => formText(label, one) ?? value) : value
  }
  // Fields of the form in its order, then the others; empty ones are omitted.
  const names = new Set([...table.map(({ name }) => name), formProduct.name, ...Object.keys(fields)])
  const reasons = readFlags(message.flags)
    .map((flag) => text(`notice.${flag}`))
    .join('; ')
  const time = new Date(received + siteSettings.offsetAt()(received)).toISOString()
  const rows: [name: string, value: string][] = [
    ...[...names].map((name): [string, string] => [name, shownOf(name, fields[name] ?? '')]),
    ['spam', reasons],
    ['form', message.form === config.formName ? '' : message.form],
    ['received', time.slice(0, 16).replace('T', ' ')],
    ['reference', reference],
  ]
  const filled = rows.filter(([, value]) => value)
  const parts = [text('notice.title'), new URL(config.siteUrl).host, fields['name'], fields['topic']]
  const title = parts.flatMap((part) => (part ? startOf(oneLine(part)) : [])).join(' – ')
  const contacts = ['contact', 'email', ...table.flatMap(({ name, type }) => (type === 'email' ? name : []))]
  return {
    id: createHash('sha256').update(key).digest('base64url').slice(0, 32),
    title: reasons ? `[${text('notice.spam')}] ${title}` : title,
    labels: Object.fromEntries(filled.map(([name]) => [name, labelOf(name)])),
    body: filled.map(([name, value]) => `${labelOf(name)}:${indented(value)}`).join('\n'),
    replyTo: contacts.flatMap((name) => emailAddress(fields[name] ?? '') ?? [])[0],
  }
}

/** Removes line ends, control characters and characters that change the direction of the text around them. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

const longestInTitle = 60
const startOf = (text: string) => [...text].slice(0, longestInTitle).join('')

/** Lines of values are indented: text of a visitor cannot imitate a row. */
function indented(value: string): string {
  const lines = value.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.length === 1 ? ` ${value}` : `\n${lines.map((line) => `    ${line}`).join('\n')}`
}
