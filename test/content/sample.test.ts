// The sample site is loaded without problems.
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createEmbeddedOrigin } from '../../server/calls/embedded-origin.ts'
import { createLocalReader, createLocalSearch } from '../helpers/content-reader.ts'
import { createTestMessages } from '../helpers/messages.ts'

const folder = fileURLToPath(new URL('../../server/sources/markdown/sample', import.meta.url))

t.test('every file of the sample is served', async (t) => {
  const silent = () => {}
  const log = { info: silent, warn: silent, error: silent }
  const origin = await createEmbeddedOrigin({
    folder,
    saveMessage: createTestMessages().save,
    store: { reader: createLocalReader(), search: createLocalSearch() },
    log,
    now: () => 0,
  })
  t.teardown(() => origin.close())
  t.strictSame(origin.problems(), [])
})
