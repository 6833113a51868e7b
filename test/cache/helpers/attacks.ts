// Header fields that an attacker may try.

export const attacks: Record<string, string> = {
  accept: 'text/html',
  'accept-encoding': 'gzip, br',
  authorization: 'Bearer attacker',
  'cache-control': 'no-store',
  'content-length': '3',
  'content-type': 'text/xml',
  cookie: 'session=attacker; i18n_redirected=en',
  expect: '100-continue',
  'finger-print': 'attacker',
  forwarded: 'host=evil.example;proto=http',
  host: 'evil.example',
  'if-match': '"attacker"',
  'if-modified-since': 'Mon, 15 Jun 2026 12:00:00 GMT',
  'if-none-match': '*',
  'if-range': '"attacker"',
  'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT',
  'max-forwards': '0',
  origin: 'https://evil.example',
  pragma: 'no-cache',
  prefer: 'return=minimal',
  range: 'bytes=0-0',
  referer: 'https://evil.example/',
  te: 'trailers',
  upgrade: 'h2c',
  'user-agent': 'attacker',
  via: '1.1 evil',
  'x-forwarded-for': '10.0.0.1',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-prefix': '/evil',
  'x-forwarded-proto': 'http',
  'x-forwarded-scheme': 'nothttps',
  'x-http-method': 'DELETE',
  'x-http-method-override': 'DELETE',
  'x-method-override': 'POST',
  'x-original-url': '/evil',
  'x-requested-with': 'XMLHttpRequest',
  'x-rewrite-url': '/evil',
  'x-unknown': 'attacker',
}

/** Header fields that belong to a request with a body, and of a connection. */
const elsewhere = ['content-length', 'expect', 'te', 'upgrade', 'host']

/** Those that a GET may have beside others. */
export const combinedAttacks = Object.fromEntries(
  Object.entries(attacks).filter(([name]) => !elsewhere.includes(name)),
)
