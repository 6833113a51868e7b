// Notice of a form message: its title and rows in both languages, the visitor's first, as plain text.
import { createHash } from 'node:crypto'
import { locales, siteOffsetMs } from '../../../shared/constants.ts'
import { type FormField, formProduct, formText } from '../../../shared/form.ts'
import { createTranslate, type MessageKey, type Messages } from '../../../shared/i18n/translate.ts'
import type { Locale } from '../../../shared/locale.ts'
import { emailAddress } from '../../base/email-address.ts'
import { referenceOf } from '../reference.ts'
import type { Flag } from '../spam-flags.ts'
import type { Submission } from '../submission.ts'

export type Row = { name: string; label: string; value: string }

export type Notice = {
  /** The same at every attempt, so that a repetition is recognised; letters, digits, `-` and `_`. */
  id: string
  locale: Locale
  /** One line. */
  title: string
  /** Labels are one line each, values may be several. */
  rows: Row[]
  /** The visitor's e-mail address, if it is a valid one. */
  replyTo: string | undefined
}

export type NoticeOptions = {
  siteUrl: string
  formName: string
  /** The fields of the form now: messages may have others. */
  form: () => readonly FormField[]
  messages: Record<Locale, Messages>
}

export type WriteNotice = (submission: Submission) => Notice

const longestInTitle = 60

export function createNotices({ siteUrl, formName, form, messages }: NoticeOptions): WriteNotice {
  const { host } = new URL(siteUrl)

  const labelOf = (name: string, field: FormField | undefined, locale: Locale) => {
    if (field?.label) return inBoth((one) => oneLine(formText(field.label, one) ?? name), locale)
    // Names are a visitor's: `constructor` is no label.
    const key = Object.hasOwn(labelKeys, name) ? labelKeys[name] : undefined
    if (key) return inBoth((one) => createTranslate(messages[one], one)(key), locale)
    return Object.hasOwn(texts, name) ? textOf(name as keyof typeof texts, locale) : oneLine(name)
  }

  return (submission) => {
    const { key, locale, flags, receivedAt } = submission
    // Written by the submission service: a flat object of texts.
    const fields = JSON.parse(submission.body) as Record<string, string>
    const own = formOf(submission.path)
    const table = form()
    const row = (name: string, value: string): Row => {
      const field = table.find((one) => one.name === name)
      return { name, label: labelOf(name, field, locale), value: shownValue(value, field, locale) }
    }
    const about = [fields['name'], fields['topic']].flatMap((value) => (value ? [shortened(value)] : []))
    const title = [`${textOf('title', locale)} – ${host}`, ...about].join(' – ')
    return {
      id: createHash('sha256').update(key).digest('base64url').slice(0, 32),
      locale,
      title: flags.length > 0 ? `[${textOf('spam', locale)}] ${title}` : title,
      rows: [
        ...namesIn(fields, table).map((name) => row(name, fields[name] ?? '')),
        ...(flags.length > 0 ? [row('spam', flags.map((flag) => flagText(flag, locale)).join('; '))] : []),
        ...(own === formName ? [] : [row('form', own)]),
        row('received', localTime(receivedAt)),
        row('reference', referenceOf(key)),
      ],
      replyTo: replyAddress(fields, table),
    }
  }
}

/** Of a choice its label. */
function shownValue(value: string, field: FormField | undefined, locale: Locale): string {
  const choice = field?.choices?.find((one) => one.value === value)
  return choice ? inBoth((one) => formText(choice.label, one) ?? value, locale) : value
}

/** The first valid address. */
function replyAddress(fields: Record<string, string>, table: readonly FormField[]): string | undefined {
  const names = table.flatMap(({ name, type }) => (type === 'email' ? name : []))
  const found = [fields['contact'] ?? fields['email'], ...names.map((name) => fields[name])]
  return found.flatMap((value) => emailAddress(value ?? '') ?? [])[0]
}

const labelKeys: Record<string, MessageKey> = {
  name: 'form.name',
  company: 'form.company',
  contact: 'form.contact',
  topic: 'form.topic',
  message: 'form.message',
}

const texts = {
  title: { zh: '新留言', en: 'New message' },
  spam: { zh: '疑似垃圾信息', en: 'possible spam' },
  consent: { zh: '同意使用个人信息', en: 'Consent' },
  product: { zh: '产品编号', en: 'Product id' },
  form: { zh: '表单', en: 'Form' },
  received: { zh: '收到时间', en: 'Received' },
  reference: { zh: '编号', en: 'Reference' },
  reply: { zh: '直接回复本邮件即可答复访客。', en: 'Reply to this e-mail to answer the visitor.' },
  shortened: { zh: '内容过长，已截断。', en: 'The message was too long and has been shortened.' },
} as const satisfies Record<string, Record<Locale, string>>

const flagTexts: Record<Flag, Record<Locale, string>> = {
  trap: { zh: '填写了访客看不到的字段', en: 'a field that people do not see was filled in' },
  'too-fast': { zh: '打开页面后很快就提交', en: 'sent within seconds' },
  links: { zh: '链接较多', en: 'many links' },
}

/** Once where both languages have the same text. */
function inBoth(read: (locale: Locale) => string, first: Locale): string {
  const others = locales.filter((locale) => locale !== first)
  return [...new Set([first, ...others].map(read))].join(' / ')
}

export function textOf(name: keyof typeof texts, first: Locale): string {
  return inBoth((locale) => texts[name][locale], first)
}

function flagText(flag: Flag, first: Locale): string {
  return inBoth((locale) => flagTexts[flag]?.[locale] ?? flag, first)
}

/** Fields of the contact form in its order, then the others; empty ones are omitted. */
function namesIn(fields: Record<string, string>, table: readonly FormField[]): string[] {
  const known = [...table.map(({ name }) => name), formProduct.name]
  const others = Object.keys(fields).filter((name) => !known.includes(name))
  return [...known, ...others].filter((name) => fields[name])
}

function formOf(path: string): string {
  return decodeURIComponent(path.split('/').at(-1) ?? '')
}

/** Without line ends, control characters and characters that change the direction of the text around them. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

function shortened(text: string): string {
  const characters = [...oneLine(text)]
  return characters.length > longestInTitle
    ? `${characters.slice(0, longestInTitle).join('')}…`
    : characters.join('')
}

/** `2026-11-20 08:00 UTC+8` */
function localTime(ms: number): string {
  return `${new Date(ms + siteOffsetMs).toISOString().slice(0, 16).replace('T', ' ')} UTC+8`
}

/** Lines of values are indented: text of a visitor cannot imitate a row. */
export function plainText({ rows }: Pick<Notice, 'rows'>): string {
  return rows.map(({ label, value }) => `${label}:${indented(value)}`).join('\n')
}

function indented(value: string): string {
  const lines = value.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.length === 1 ? ` ${value}` : `\n${lines.map((line) => `    ${line}`).join('\n')}`
}
