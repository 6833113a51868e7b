// Texts by key from a flat table; gives the same text as i18next does on the server for what our messages use.
import { pluralOf } from '../format.ts'
import type { Locale } from '../locale.ts'
import type { MessageKey, Messages } from './messages.ts'

export type MessageValues = Record<string, string | number>
export type Translate = (key: MessageKey, values?: MessageValues) => string

/** `{{name}}` is replaced by the value of that name; `count` picks the plural form (`key_one`, `key_other`). */
export function createTranslate(messages: Messages, locale: Locale): Translate {
  return (key, values) => {
    const count = values?.['count']
    const form = typeof count === 'number' ? `${key}_${pluralOf(count, locale)}` : key
    const template = messages[form as keyof Messages] ?? key
    return values
      ? template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
      : template
  }
}
