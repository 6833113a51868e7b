// Translation in the browser: messages by key from a flat table; the same result as i18next for the features that our messages use.
import { pluralOf } from '../format.ts'
import type { PageLanguage } from '../languages.ts'
import type { Locale } from '../locale.ts'
import type { zh } from '../messages/zh.ts'

export type MessageValues = Record<string, string | number>
export type Translate = (key: MessageKey, values?: MessageValues) => string

/** The language of texts and addresses, for a client component too, which has no context around it. */
export type Words = { locale: Locale; language: PageLanguage; t: Translate }

/** `{{name}}` is replaced by the value of that name; `count` selects the plural form (`key_one`, `key_other`). */
export function createTranslate(texts: Texts, locale: Locale): Translate {
  return (key, values) => {
    const count = values?.['count']
    const form = typeof count === 'number' ? `${key}_${pluralOf(count, locale)}` : key
    const template = texts[form as Key] ?? key
    return values
      ? template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
      : template
  }
}

type Key = keyof typeof zh
export type Messages = Readonly<Record<Key, string>>
/** The messages that a document carries. */
export type Texts = Partial<Messages>
/** The key of `results_one` and `results_other` is `results`. */
export type MessageKey = Key extends infer K
  ? K extends `${infer Base}_one` | `${infer Base}_other`
    ? Base
    : K
  : never

/** The texts whose keys a pattern matches, for the browser. */
export function textsNamed(names: RegExp, messages: Messages): Texts {
  return Object.fromEntries(Object.entries(messages).filter(([key]) => names.test(key)))
}
