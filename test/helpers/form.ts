// The contact form as a browser without JavaScript posts it, and as it comes back.
import { elementsOf } from './elements.ts'
import { find } from './html.ts'
import { personAgent, type Site } from './site.ts'

export const typed = {
  name: '王 "<b>"',
  company: 'C & D',
  contact: 'a@b.example',
  topic: 'TL',
  message: 'line 1\n</textarea><script>',
}

export function post(site: Site, url: string, fields: Record<string, string>) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    'user-agent': personAgent,
  }
  return site.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
}

/** What stands in the form's fields. */
export function keptIn(html: string): Record<string, string> {
  const inputs = elementsOf(html).filter(
    ({ name, attributes }) => name === 'input' && attributes['id']?.startsWith('form-'),
  )
  const message = find(html, /<textarea[^>]*name="message"[^>]*>([^<]*)</)
  const text = message.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return {
    ...Object.fromEntries(inputs.map(({ attributes }) => [attributes['name'], attributes['value']])),
    message: text,
  }
}
