// Header fields that an attacker may try.
import { words } from '../../helpers/words.ts'

/** By value. */
const simple: Record<string, string> = {
  attacker: 'finger-print user-agent x-unknown',
  'evil.example': 'x-forwarded-host',
  '/evil': 'x-forwarded-prefix x-original-url x-rewrite-url',
  DELETE: 'x-http-method x-http-method-override',
  'no-store': 'cache-control',
  'no-cache': 'pragma',
  '"attacker"': 'if-match if-range',
  http: 'x-forwarded-proto',
}
export const combinedAttacks: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(simple).flatMap(([value, names]) => words(names).map((name) => [name, value])),
  ),
  accept: 'text/html',
  'accept-encoding': 'gzip, br',
  authorization: 'Bearer attacker',
  cookie: 'session=attacker; i18n_redirected=en',
  'content-type': 'text/xml',
  forwarded: 'host=evil.example;proto=http',
  'if-modified-since': 'Mon, 15 Jun 2026 12:00:00 GMT',
  'if-none-match': '*',
  origin: 'https://evil.example',
  range: 'bytes=0-0',
  referer: 'https://evil.example/',
  'x-forwarded-for': '10.0.0.1',
  'x-method-override': 'POST',
}

/** Also those of a connection, and of a request with a body. */
export const attacks: Record<string, string> = {
  ...combinedAttacks,
  'content-length': '3',
  expect: '100-continue',
  host: 'evil.example',
  upgrade: 'h2c',
}
