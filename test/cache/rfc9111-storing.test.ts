// RFC 9111 §3: which responses a shared cache stores.
import t from 'tap'
import { isStorable } from '../../server/cache/semantics/storable.ts'

const etag = '"a"'

function mayBeStored(cacheControl: string, status = 200, fields = {}): boolean {
  return isStorable({ status, fields: { 'cache-control': cacheControl, ...fields } }, 0)
}

t.test('§3: a final status with an explicit lifetime is stored, known or not', async (t) => {
  for (const status of [200, 204, 299, 302, 303, 400, 404, 499, 503]) t.ok(mayBeStored('max-age=60', status))
  for (const status of [103, 206, 304]) t.notOk(mayBeStored('max-age=60', status), String(status))
})

t.test('§5.2.2.3: must-understand overrides no-store for a known status, and forbids others', async (t) => {
  t.ok(mayBeStored('max-age=60, must-understand, no-store'))
  for (const status of [299, 418, 499]) t.notOk(mayBeStored('max-age=60, must-understand', status))
})

t.test('§3: without a lifetime, no-store, private and Vary: * are not stored', async (t) => {
  for (const directives of ['', 'public', 'max-age=60, no-store', 'No-Store, max-age=60'])
    t.notOk(mayBeStored(directives), directives)
  for (const directives of ['private, max-age=60', 'max-age=60, private="x-a"'])
    t.notOk(mayBeStored(directives), directives)
  for (const vary of ['*', 'accept, *']) t.notOk(mayBeStored('max-age=60', 200, { vary }), vary)
})

t.test('§3: never fresh and without a validator is not worth storing', async (t) => {
  for (const directives of ['max-age=0', 'no-cache', 'no-cache, max-age=60']) {
    t.notOk(mayBeStored(directives), directives)
    t.ok(mayBeStored(directives, 200, { etag }), directives)
  }
  t.ok(mayBeStored('max-age=0, stale-if-error=60'))
})
