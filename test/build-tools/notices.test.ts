// What the build says of the code of others that it holds.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { distDir } from '../helpers/site.ts'

const root = join(import.meta.dirname, '../..')
const text = await readFile(join(distDir, 'THIRD-PARTY-NOTICES.txt'), 'utf8')

t.test('the notices have every package of the bundles with its licence, and no other', (t) => {
  for (const name of ['fastify', 'react-dom', 'undici', '@fingerprintjs/fingerprintjs', 'ioredis'])
    t.ok(text.includes(`\n${name} `), name)
  for (const name of ['esbuild', 'tap', 'typescript']) t.notOk(text.includes(`\n${name} `), name)
  t.match(text, /Copyright.*Meta Platforms/)
  t.notMatch(text, root)
  t.end()
})
