// The rooms of biome.json: every kind of breach is an error of `npm run check`.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { root } from '../docs/document-parts.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

const breaches = {
  'server/base/floor.ts': "import { b } from '../cache/b.ts'\nexport const a = b\n",
  'server/base/type.ts': "import type { B } from '../../server/forms/b.ts'\nexport type A = B\n",
  'server/pages/beside.ts': "import {\n  b,\n} from '../proxy/b.ts'\nexport const a = b\n",
  'server/pages/client.ts': "export const a = () => import('../../client/b.ts')\n",
  'server/cache/semantics/cache.ts': "import { b } from '../b.ts'\nexport const a = b\n",
  'server/cache/semantics/package.ts': "import { LRUCache } from 'lru-cache'\nexport const a = LRUCache\n",
  'server/content/store/markdown.ts': "import { b } from '../../forms/b.ts'\nexport const a = b\n",
  'server/content/markdown/store.ts': "import { b } from '../store/b.ts'\nexport const a = b\n",
  'server/content/rich-text/search.ts': "import { b } from '../search/b.ts'\nexport const a = b\n",
  'server/http/circle.ts': "import type { B } from './circle-b.ts'\nexport type A = B | 1\n",
  'server/http/circle-b.ts': "import type { A } from './circle.ts'\nexport type B = A | 2\n",
  'client/ui/server.ts': "import { b } from '../../server/http/b.ts'\nexport const a = b\n",
  'client/island.ts': "import { b } from './islands/b.tsx'\nexport const a = b\n",
  'client/ui/window.tsx': 'export const width = () => window.innerWidth\n',
  'shared/client.ts': "import { b } from '../client/b.ts'\nexport const a = b\n",
  'shared/node.ts': "import { join } from 'node:path'\nexport const a = join\n",
  'shared/api/package.ts': "import { Type } from 'typebox'\nexport const a = Type\n",
}
const allowed = {
  'server/cache/lower.ts': "import { d } from '../upstream/d.ts'\nexport const a = d\n",
  'server/cache/semantics/base.ts': "import { d } from '../../base/d.ts'\nexport const a = d\n",
  'server/render/client.tsx': "import { g } from '../../client/g.tsx'\nexport const a = g\n",
  'client/browser/window.ts': 'export const top = () => window.scrollTo(0, 0)\n',
}

t.test('each import that breaks the table of rooms, and each circle, is an error', async (t) => {
  const folder = temporaryFolder(t)
  for (const file of ['biome.json', '.gitignore']) copyFileSync(join(root, file), join(folder, file))
  for (const [file, text] of Object.entries({ ...breaches, ...allowed })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none']
  // The command fails: it found errors.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error) => error,
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] }
  const named = new Set(diagnostics.map(({ location }) => location.path))
  t.strictSame([...named].sort(), Object.keys(breaches).sort())
})
