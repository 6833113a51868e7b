// Contact form without JavaScript: posting it, and reading the response.

import { elementsOf } from './elements.ts'
import { find } from './html.ts'
import type { TestOrigin } from './origin.ts'
import { personAgent, type Site } from './site.ts'

export const typed = {
  name: '王 "<b>"',
  company: 'C & D',
  contact: 'a@b.example',
  topic: 'TL',
  message: 'line 1\n</textarea><script>',
  consent: 'yes',
}

export const formCall = '/api/home/form/'

/** Form requests to the upstream, oldest first. */
export function formsAt({ requests }: TestOrigin) {
  return requests.filter(({ path }) => path.startsWith(formCall))
}

export function keyOf({ headers }: TestOrigin['requests'][number]): string {
  return String(headers['idempotency-key'])
}

export function post(
  site: Site,
  url: string,
  fields: Record<string, string>,
  more: Record<string, string> = {},
) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    'user-agent': personAgent,
    ...more,
  }
  return site.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
}

/** Values of the form's fields. */
export function keptIn(html: string): Record<string, string> {
  const inputs = elementsOf(html).filter(
    ({ name, attributes }) =>
      name === 'input' &&
      attributes['id']?.startsWith('form-') &&
      (attributes['type'] !== 'checkbox' || 'checked' in attributes),
  )
  const message = find(html, /<textarea[^>]*name="message"[^>]*>([^<]*)</)
  const text = message.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return {
    ...Object.fromEntries(inputs.map(({ attributes }) => [attributes['name'], attributes['value']])),
    message: text,
  }
}

/** The JSON call, as browsers and other clients make it. */
export function call(
  site: Pick<Site, 'app'>,
  fields: unknown,
  headers: Record<string, string> = {},
  name = ':name',
) {
  return site.app.inject({
    method: 'POST',
    url: formCall + name,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    payload: typeof fields === 'string' ? fields : JSON.stringify(fields),
  })
}

/** The error message next to each field. */
export function errorsIn(html: string): Record<string, string> {
  const pattern = /<span class="field-error" id="form-(\w+)-error">([^<]*)</g
  return Object.fromEntries([...html.matchAll(pattern)].map(([, field, text]) => [field, text]))
}
