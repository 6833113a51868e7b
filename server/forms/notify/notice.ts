// Notice of a form message: its title and rows in the languages of the site, the visitor's first, as plain text.
import { createHash } from 'node:crypto'
import { type FormField, formProduct, formText } from '../../../shared/form.ts'
import type { OffsetAt } from '../../../shared/format.ts'
import { createTranslate, type MessageKey, type Messages } from '../../../shared/i18n/translate.ts'
import { listOf, type SiteLanguages } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { KeptFacts } from '../../config/kept-facts.ts'
import { emailAddress } from '../../config/notifications.ts'
import { referenceOf } from '../reference.ts'
import type { Flag } from '../spam-flags.ts'
import { fieldsIn, type Submission } from '../submission.ts'

type Row = { name: string; label: string; value: string }

export type Notice = {
  /** The same at every attempt, so that a repetition is recognised; letters, digits, `-` and `_`. */
  id: string
  locale: Locale
  /** The languages of the site, that of the visitor first. */
  languages: readonly Locale[]
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
  facts: Pick<KeptFacts, 'languages' | 'offsetAt'>
}

export type WriteNotice = (submission: Submission) => Notice

const longestInTitle = 60

export function createNotices({ siteUrl, formName, form, messages, facts }: NoticeOptions): WriteNotice {
  const { host } = new URL(siteUrl)

  const labelOf = (name: string, field: FormField | undefined, languages: readonly Locale[]) => {
    if (field?.label) return inEach(languages, (one) => oneLine(formText(field.label, one) ?? name))
    // Names are a visitor's: `constructor` is no label.
    const key = Object.hasOwn(labelKeys, name) ? labelKeys[name] : undefined
    if (key) return inEach(languages, (one) => createTranslate(messages[one], one)(key))
    return Object.hasOwn(texts, name) ? textOf(name as keyof typeof texts, languages) : oneLine(name)
  }

  return (submission) => {
    const { key, flags, receivedAt } = submission
    const languages = languagesFor(submission, facts.languages())
    const [locale = submission.locale] = languages
    const fields = fieldsIn(submission.body)
    const own = formOf(submission.path)
    const table = form()
    const row = (name: string, value: string): Row => {
      const field = table.find((one) => one.name === name)
      return { name, label: labelOf(name, field, languages), value: shownValue(value, field, languages) }
    }
    const about = [fields['name'], fields['topic']].flatMap((value) => (value ? [shortened(value)] : []))
    const title = [`${textOf('title', languages)} – ${host}`, ...about].join(' – ')
    return {
      id: createHash('sha256').update(key).digest('base64url').slice(0, 32),
      locale,
      languages,
      title: flags.length > 0 ? `[${textOf('spam', languages)}] ${title}` : title,
      rows: [
        ...namesIn(fields, table).map((name) => row(name, fields[name] ?? '')),
        ...(flags.length > 0 ? [row('spam', flags.map((flag) => flagText(flag, languages)).join('; '))] : []),
        ...(own === formName ? [] : [row('form', own)]),
        row('received', localTime(receivedAt, facts.offsetAt())),
        row('reference', referenceOf(key)),
      ],
      replyTo: replyAddress(fields, table),
    }
  }
}

/** A choice is shown as its label. */
function shownValue(value: string, field: FormField | undefined, languages: readonly Locale[]): string {
  const choice = field?.choices?.find((one) => one.value === value)
  return choice ? inEach(languages, (one) => formText(choice.label, one) ?? value) : value
}

/** The first valid address. */
function replyAddress(fields: Record<string, string>, table: readonly FormField[]): string | undefined {
  const names = table.flatMap(({ name, type }) => (type === 'email' ? name : []))
  const values = [fields['contact'] ?? fields['email'], ...names.map((name) => fields[name])]
  return values.flatMap((value) => emailAddress(value ?? '') ?? [])[0]
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

function languagesFor({ locale }: Submission, languages: SiteLanguages): Locale[] {
  return listOf(languages).toSorted((a, b) => Number(b === locale) - Number(a === locale))
}

/** Once where the languages have the same text. */
function inEach(languages: readonly Locale[], read: (locale: Locale) => string): string {
  return [...new Set(languages.map(read))].join(' / ')
}

export function textOf(name: keyof typeof texts, languages: readonly Locale[]): string {
  return inEach(languages, (locale) => texts[name][locale])
}

function flagText(flag: Flag, languages: readonly Locale[]): string {
  return inEach(languages, (locale) => flagTexts[flag]?.[locale] ?? flag)
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

/** Removes line ends, control characters and characters that change the direction of the text around them. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

function shortened(text: string): string {
  const characters = [...oneLine(text)]
  return characters.length > longestInTitle
    ? `${characters.slice(0, longestInTitle).join('')}…`
    : characters.join('')
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
export function plainText({ rows }: Pick<Notice, 'rows'>): string {
  return rows.map(({ label, value }) => `${label}:${indented(value)}`).join('\n')
}

function indented(value: string): string {
  const lines = value.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.length === 1 ? ` ${value}` : `\n${lines.map((line) => `    ${line}`).join('\n')}`
}
