// Extras can be deleted: without the folder of one, and without its line in a table, the types and the build are right.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { compile, copyProject, project, runIn } from '../helpers/project-copy.ts'

type Extra = { files: string[]; lines: Record<string, [RegExp, ...RegExp[]]> }

const extras: Record<string, Extra> = {
  'share cards': {
    files: ['server/seo/cards'],
    lines: {
      'server/seo/site-seo.ts': [
        /^import \{ installCards \}.*\n/m,
        /^ *installCards\((?:.*\)|[\s\S]*?^ *\}\))\n/m,
      ],
      'server/seo/drawing/worker.ts': [/^ {2}card: .*\n/m],
      'shared/share-card.ts': [/(?<=hasShareCards: boolean = )true/],
    },
  },
  analytics: {
    files: [
      'server/config/analytics.ts',
      'shared/analytics.ts',
      'client/browser/analytics.ts',
      'client/browser/page-views.ts',
    ],
    lines: {
      'server/config/extras.ts': [/^import \{ analytics \}.*\n/m, /^ {2}analytics,\n/m],
      'client/main.ts': [/^import \{ reportPageViews \}.*\n/m, /reportPageViews\(settings\)/],
    },
  },
}

const root = t.testdir()
t.before(() => copyProject(root))

for (const [name, { files, lines }] of Object.entries(extras)) {
  t.test(`without ${name}`, async (t) => {
    for (const file of files) rmSync(join(root, file), { recursive: true })
    for (const [file, patterns] of Object.entries(lines)) {
      const text = readFileSync(join(root, file), 'utf8')
      for (const pattern of patterns) t.match(text, pattern)
      const rest = patterns.reduce((before, pattern) => before.replace(pattern, replacement(pattern)), text)
      writeFileSync(join(root, file), rest)
    }
    await t.resolves(compile(root, ['shared', 'client', 'server']))
    await t.resolves(runIn(root, process.execPath, ['build.mjs']))
    for (const file of [...files, ...Object.keys(lines)])
      cpSync(join(project, file), join(root, file), { recursive: true })
  })
}

/** Lines are removed, and a value becomes the other one. */
function replacement({ source }: RegExp): string {
  return source.endsWith('true') ? 'false' : ''
}
