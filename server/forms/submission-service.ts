// What every submission passes, whoever sent it: its fields, the rate, the suspicions; then the door.
import { createHash } from 'node:crypto'
import { consentGiven, type FormErrors, type FormValues, formFieldNames } from '../../shared/form.ts'
import { checkForm } from '../../shared/form-check.ts'
import { createTranslate, type Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { RateLimit } from '../base/rate-limit.ts'
import type { Receipt, Submit } from './acceptance.ts'
import { type Circumstances, suspicionsOf } from './spam-flags.ts'

type Offer = {
  path: string
  /** Texts by field, as they go to the origin. */
  fields: Record<string, string>
  /** Fields of another form are the origin's to judge. */
  isOwnForm: boolean
  circumstances: Circumstances
  locale: Locale
  fingerprint: string
  /** Where the sender made none, the same content from the same place is the same submission for a day. */
  key: string | undefined
  address: string
  agent: string
}

export type Taken = Receipt | { kind: 'invalid'; errors: FormErrors } | { kind: 'limited'; seconds: number }

export type Take = (offer: Offer) => Promise<Taken>

type Options = {
  submit: Submit
  limit: RateLimit
  messages: Record<Locale, Messages>
  count: (kind: Taken['kind']) => void
  now: () => number
}

export function createIntake({ submit, limit, messages, count, now }: Options): Take {
  const take: Take = async (offer) => {
    const { path, fields, locale, fingerprint } = offer
    const values = valuesOf(fields)
    const errors = offer.isOwnForm ? checkForm(values, createTranslate(messages[locale], locale)) : {}
    if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
    const seconds = await limit(offer.address)
    if (seconds > 0) return { kind: 'limited', seconds }
    const body = canonical(fields)
    const flags = suspicionsOf(values, offer.circumstances)
    const receivedAt = now()
    const [key, formerKey] = offer.key ? [offer.key] : contentKeys({ ...offer, body, now: receivedAt })
    return submit({ key, path, locale, fingerprint, flags, body, receivedAt }, formerKey)
  }

  return async (offer) => {
    const taken = await take(offer)
    count(taken.kind)
    return taken
  }
}

/** Other programs may name one way to reach their visitor by itself, and ask for consent in their own words. */
function valuesOf(fields: Record<string, string>): FormValues {
  const known = formFieldNames.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  const reach = fields['contact'] ?? (fields['email'] || fields['phone'] || '')
  return { consent: consentGiven, ...Object.fromEntries(known), contact: reach }
}

/** The same content is the same text, whatever the order of its fields. */
function canonical(fields: Record<string, string>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))))
}

type Sent = { path: string; body: string; address: string; agent: string; now: number }

const dayMs = 24 * 3_600_000

/** Of today and of yesterday: whoever sends again after midnight has sent the same. */
function contentKeys({ path, body, address, agent, now }: Sent): [key: string, formerKey: string] {
  const day = Math.floor(now / dayMs)
  const keyOn = (day: number) =>
    `post-${createHash('sha256')
      .update(JSON.stringify([day, address, agent, path, body]))
      .digest('base64url')
      .slice(0, 22)}`
  return [keyOn(day), keyOn(day - 1)]
}
