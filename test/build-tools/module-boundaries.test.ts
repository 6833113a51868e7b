// The table of rooms: every kind of breach stops the build, with both files and the rule.
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { boundaryProblems, checkModuleBoundaries } from '../../server/build-tools/module-boundaries.mjs'

const root = join(import.meta.dirname, '../..')

const breaches = {
  'an import from a lower floor to a higher one': {
    files: { 'server/base/a.ts': "import { b } from '../cache/b.ts'", 'server/cache/b.ts': '' },
    says: 'server/base/a.ts imports server/cache/b.ts: server/cache/ is on floor 4, above floor 1 of server/base/',
  },
  'the import of a type from a higher floor': {
    files: { 'server/origin/a.ts': "import type { B } from '../forms/b.ts'", 'server/forms/b.ts': '' },
    says: 'server/origin/a.ts imports server/forms/b.ts: server/forms/ is on floor 5, above floor 3 of server/origin/',
  },
  'an import from another room of the same floor': {
    files: { 'server/pages/a.ts': "import { b } from '../proxy/b.ts'", 'server/proxy/b.ts': '' },
    says: 'server/pages/a.ts imports server/proxy/b.ts: server/proxy/ is on floor 6, the same as floor 6 of server/pages/',
  },
  'an import over several lines': {
    files: { 'shared/a.ts': "import {\n  b,\n} from '../client/b.ts'", 'client/b.ts': '' },
    says: 'shared/a.ts imports client/b.ts: client/ is imported by server/render/, client/islands/ alone',
  },
  'a dynamic import': {
    files: { 'client/a.ts': "const b = await import('../server/http/b.ts')", 'server/http/b.ts': '' },
    says: 'client/a.ts imports server/http/b.ts: client/ imports shared/ besides itself',
  },
  'a room of the server that imports client/ past server/render/': {
    files: { 'server/pages/a.ts': "import { b } from '../../client/b.ts'", 'client/b.ts': '' },
    says: 'server/pages/a.ts imports client/b.ts: client/ is imported by server/render/, client/islands/ alone',
  },
  'a shipped file that imports an island': {
    files: { 'client/a.ts': "import { b } from './islands/b.tsx'", 'client/islands/b.tsx': '' },
    says: 'client/a.ts imports client/islands/b.tsx: client/islands/ is imported by server/render/ alone',
  },
  'an import of a build tool': {
    files: { 'server/main.ts': "import { b } from './build-tools/b.mjs'", 'server/build-tools/b.mjs': '' },
    says: 'server/main.ts imports server/build-tools/b.mjs: server/build-tools/ is imported by build.mjs alone',
  },
  'cache semantics that import more than base': {
    files: { 'server/cache/semantics/a.ts': "import { b } from '../b.ts'", 'server/cache/b.ts': '' },
    says: 'server/cache/semantics/a.ts imports server/cache/b.ts: server/cache/semantics/ imports server/base/ besides itself',
  },
  'a module of Node in shared/': {
    files: { 'shared/a.ts': "import { join } from 'node:path'" },
    says: 'shared/a.ts imports node:path: shared/ imports packages: neither Node nor React',
  },
  'a package in the contract': {
    files: { 'shared/api/a.ts': "import { z } from 'zod'" },
    says: 'shared/api/a.ts imports zod: shared/api/ imports packages: none',
  },
  'files that import each other': {
    files: {
      'server/http/a.ts': "import type { B } from './b.ts'",
      'server/http/b.ts': "import { c } from './c.ts'",
      'server/http/c.ts': "import { a } from './a.ts'",
    },
    says: 'server/http/a.ts -> server/http/b.ts -> server/http/c.ts -> server/http/a.ts: imports in a circle',
  },
  'a loose file of server/': {
    files: { 'server/helpers.ts': '' },
    says: 'server/helpers.ts is in no room of the table: only main, app and app-context are loose files',
  },
  'the window outside client/browser': {
    files: { 'client/ui/a.tsx': 'const width = window.innerWidth' },
    says: 'client/ui/a.tsx uses window. outside client/browser and the entries',
  },
}

for (const [breach, { files, says }] of Object.entries(breaches))
  t.test(`module boundaries: ${breach} is named`, async (t) => {
    t.same(boundaryProblems(new Map(Object.entries(files))), [says])
  })

t.test('module boundaries: comments, lower floors, nested rooms and the entries pass', async (t) => {
  const files = {
    'server/cache/a.ts':
      "import { b } from './semantics/b.ts'\nimport { c } from '../origin/c.ts'\n// from '../../client/x.ts'",
    'server/cache/semantics/b.ts': "import { d } from '../../base/d.ts'",
    'server/base/d.ts': "import { e } from '../../shared/e.ts'\nimport { join } from 'node:path'",
    'server/render/f.tsx': "import { g } from '../../client/g.tsx'",
    'client/browser/h.ts': 'window.scrollTo(0, 0)',
  }
  t.same(boundaryProblems(new Map(Object.entries(files))), [])
})

t.test('module boundaries: a breach in the repository stops the build', async (t) => {
  await checkModuleBoundaries(root)
  const copy = await mkdtemp(join(tmpdir(), 'boundaries-'))
  for (const part of ['server', 'client', 'shared', 'build.mjs'])
    await cp(join(root, part), join(copy, part), { recursive: true })
  await writeFile(join(copy, 'shared/breach.ts'), "import { createApp } from '../server/app.ts'\n")
  await t.rejects(checkModuleBoundaries(copy), {
    message: /shared\/breach\.ts imports server\/app\.ts: shared\/ imports nothing besides itself/,
  })
})
