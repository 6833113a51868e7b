// Header fields and bodies of chance requests, and their types.
import { words } from '../helpers/words.ts'

export const fields: Record<string, string[]> = {
  Accept: ['*/*', 'application/json', 'text/html', 'text/x-component', '', 'a/b;q=x', '*/*;q=0'.repeat(200)],
  'Accept-Encoding': [...words('gzip br;q=1.0 identity;q=0 *;q=0 zstd,br,gzip ;;,,;q=,'), 'x'.repeat(500)],
  'Accept-Language': ['en', 'zh-TW,zh;q=0.9', 'x'.repeat(3000), 'en;q=NaN', ',,,', 'en-\xff'],
  Cookie: ['i18n_redirected=en', 'i18n_redirected=../x', '='.repeat(2000), 'a=b; '.repeat(300), '\xff=\xfe'],
  Range: words(`bytes=0-0 bytes=-1 bytes=5-2 bytes=0-,1-2 bytes=${'0-1,'.repeat(500)} lines=1 bytes=9e99-`),
  'If-None-Match': ['*', '"a"', 'W/"a", W/"b"', `"${'a'.repeat(4000)}"`, 'x', '""'],
  'If-Modified-Since': ['Mon, 15 Jun 2026 12:00:00 GMT', 'never', '0', '9'.repeat(300)],
  'User-Agent': ['Mozilla/5.0', 'Googlebot/2.1', '', 'x'.repeat(8000), 'bot '.repeat(500), '\xff'],
  Referer: words(
    'https://evil.example/en/news?x=1 //x javascript:x \xff https://www.tinglan.example/en/news?a=%',
  ),
  Host: ['site.example', 'evil.example', '[::1]', 'a b', '', 'x'.repeat(300), 'site.example:99999'],
  Expect: ['100-continue', 'x'],
  Upgrade: ['websocket', 'h2c'],
  'Content-Encoding': ['gzip', 'identity'],
  'Idempotency-Key': ['a', '"a"', 'x'.repeat(300), '\x01'],
  Authorization: ['Bearer x', 'Bearer', 'Basic eDp4', 'x'.repeat(5000)],
  Traceparent: ['00-1-2-01', 'x'],
  'X-Forwarded-For': ['1.2.3.4', 'x', '1.2.3.4, '.repeat(100), '::1'],
}
export const types = [
  ...words(
    'application/json application/x-www-form-urlencoded text/plain application/json;charset=utf-16 x/y/z',
  ),
  ...['', ' application/json', 'multipart/form-data; boundary=x', 'application/reports+json'],
]
export const bodies = [
  ...words(
    '{} [] null {"lang":"en"} {"lang":["en"]} {"lang":{"$gt":""}} {"__proto__":{"x":1}} {"a":1,"a":2}',
  ),
  '',
  '{'.repeat(2000),
  '['.repeat(20_000),
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  '"\xff\xfe"',
  '\0',
  '{"a":"\\ud800"}',
  '1e999',
  'name=a&contact=b&message=c&consent=yes',
  'name=%ff&name=%00',
  'a='.repeat(3000),
  '='.repeat(1000),
  '&'.repeat(5000),
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
  'x'.repeat(70_000),
  ...words('{"kind":"error","build":"x"} {"url":"/news"} {"name":"a","contact":"b","message":"c"}'),
]
