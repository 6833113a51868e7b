// Mutation testing of pure code by its own tests: `npm run tool -- mutants AREA [FILE...]`, FILE of the code, or a test that runs
// alone. A mutant that survives is a test to write, or code to delete. Stryker comes by `npm exec` and is no dependency.
// test/tools/stryker.mjs runs the tests. An area takes minutes.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const stryker = '@stryker-mutator/core@10.1.1'
/** The code, and the tests that run it from source. */
const areas: Record<string, { code: string; tests: string }> = {
  shared: { code: 'shared/{*,api/*,content/*,i18n/*}.ts', tests: 'test/shared/**/*.test.ts' },
  semantics: { code: 'server/cache/semantics/*.ts', tests: 'test/cache/{semantics,rfc*}.test.ts' },
  markdown: { code: 'server/content/markdown/*.ts', tests: 'test/*/{parsing,visibility,contrast}.test.ts' },
  forms: { code: 'server/forms/{message,email,notice,webhook}.ts', tests: 'test/forms/notices.test.ts' },
}

const root = join(import.meta.dirname, '../..')
const [name = '', ...named] = process.argv.slice(2)
const isTest = (file: string) => file.endsWith('.test.ts')
const files = named.filter((file) => !isTest(file))
const area = areas[name]
const mutate = globSync(area?.code ?? '', { cwd: root }).filter(
  (file) => files.length === 0 || files.some((one) => file.endsWith(one)),
)
if (!area || mutate.length === 0) {
  console.error(`npm run tool -- mutants AREA [FILE...], AREA of ${Object.keys(areas).join(', ')}`)
  process.exit(64)
}

const tests = named.some(isTest) ? named.filter(isTest) : globSync(area.tests, { cwd: root })
// Not below node_modules, where Node does not strip types.
const folder = join(root, '.tap/mutants')
mkdirSync(folder, { recursive: true })
const settings = {
  mutate,
  testRunner: 'files',
  plugins: [join(root, 'test/tools/stryker.mjs')],
  testRunnerNodeArgs: ['--import', join(root, 'test/hooks.mjs'), '--disable-warning=ExperimentalWarning'],
  testFiles: tests,
  coverageAnalysis: 'perTest',
  // The modules of a mutant are never freed.
  maxTestRunnerReuse: 100,
  // The tests need none of them.
  ignorePatterns: ['.tap', 'dist/development'],
  disableTypeChecks: false,
  // There is none: Stryker would rewrite ours with a compiler that it does not bring.
  tsconfigFile: 'none.json',
  concurrency: 1,
  timeoutFactor: 4,
  tempDirName: join(folder, 'sandbox'),
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
const command = [
  'exec',
  '--yes',
  `--package=${stryker}`,
  '--',
  'stryker',
  'run',
  join(folder, 'settings.json'),
]
process.exitCode = spawnSync('npm', command, { cwd: root, stdio: 'inherit' }).status ?? 1
