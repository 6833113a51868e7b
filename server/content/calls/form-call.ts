// Embedded content API: the call that stores a form submission.
import { say } from '../../../shared/content/problem.ts'
import { canonicalFields, defaultForm, type FormField, type FormValues, tidy } from '../../../shared/form.ts'
import { checkedValues, checkForm } from '../../../shared/form-check.ts'
import { createTranslate } from '../../../shared/i18n/translate.ts'
import type { Locale } from '../../../shared/locale.ts'
import { en } from '../../../shared/messages/en.ts'
import { zh } from '../../../shared/messages/zh.ts'
import type { Log } from '../markdown/problem.ts'
import type { CallInput } from './calls.ts'
import { failure, malformed } from './failure.ts'

/**
 * `body`: a JSON object of texts. `flags`: spam flags, with spaces between them. Resolves with the key of the message, its own
 * or a new one; rejects when it is not stored.
 */
export type SaveMessage = (
  message: Record<'name' | 'body' | 'flags', string> & { key: string | undefined; locale: Locale },
) => Promise<{ id: string } | 'key reused'>

/** Succeeds only when the submission is stored. */
export async function storeForm(
  { param: name, payload, lang, headers, repository }: CallInput,
  { save, log }: { save: SaveMessage; log: Log },
): Promise<{ id: string }> {
  const key = headers['idempotency-key'] || undefined
  const fields = readFormFields(payload, repository.form() ?? defaultForm, lang)
  const flags = headers['form-flags'] ?? ''
  const message = { name, key, body: canonicalFields(fields), flags, locale: lang }
  const saved = await save(message).catch((err) => {
    log.error({ err }, 'form submission not stored')
    throw failure('notStored')
  })
  if (saved === 'key reused') throw failure('keyReused')
  return saved
}

const messages = { zh, en }

/** Throws Failure with a message for each bad field, in the visitor's language. */
function readFormFields(body: Record<string, unknown>, form: readonly FormField[], lang: Locale): FormValues {
  const texts = Object.entries(body).map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw malformed(name, say('must be text'))
    return [name, tidy(value)]
  })
  const fields = Object.fromEntries(texts)
  const problems = checkForm(checkedValues(fields, form), createTranslate(messages[lang], lang), form)
  const errors = Object.entries(problems).map(([field, text]): [string, string[]] => [field, [text]])
  if (errors.length > 0) throw failure('invalidFields', { errors: () => Object.fromEntries(errors) })
  return fields
}
