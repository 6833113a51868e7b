// Hand-made faults of client/browser, one at a time in a copy, each against the test that holds it: `npm run tool --
// browser-faults [NAME...]`, NAME a part of a row's file or test. A fault that the test does not notice is a test to write, or
// code to delete.
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Fault = [file: string, from: string, to: string, test: string]

/**
 * The file in client/browser; what stands there once; what takes its place, `-`: nothing; the file in test/browser, or another
 * folder of test, and its test.
 */
const faults = `
  analytics | if (showDrafts || isOptedOut()) | if (showDrafts) | analytics: with Do Not Track
  analytics | referrer = detail.address | - | analytics: matomo
  back-to-top | scrollY < backToTop.fromPx | scrollY > backToTop.fromPx | long-page: the back-to-top button appears
  builds | .id !== build | .id === build | new-build: after a new build the page stays
  builds | !document.hidden && | document.hidden && | new-build: the build id is polled
  buttons | ?? addressOfPage() | ?? '' | product-page: the address of the page is copied
  client-components | 'pointerdown', 'touchstart', 'focusin' | 'touchstart' | client-components: the code of the form is loaded
  client-components | setHtml(element, html) | - | client-components: a component that throws
  compare | wanted.length > compared.most | false | products: a fifth product
  compare | choose(chosen.filter(({ id }) => id !== product.id)) | - | products: a fifth product
  compare | ...ids.filter((id) => given.includes(id)), | - | products: products are chosen with the keyboard
  drafts | if (isChanged(field)) keep(field) | if (isChanged(field)) write(field, "") | typed-text: what is typed before
  drafts | else drafts.delete(name) | - | typed-text: a draft survives links
  fingerprint | sessionStorage.getItem(storageKey) || isOptedOut() | false | analytics: with Do Not Track
  gallery | + by + count) % count | + by) | gallery: arrows, arrow keys
  gallery | image.sizes = '100vw' | - | gallery: Enter opens a picture
  gallery | String(index === current) | 'false' | gallery: arrows, arrow keys
  islands | if (html === undefined) whenNear | if (false) whenNear | streaming: after a navigation an island
  islands | if (element.isConnected) console.error('island:', error) | - | streaming: after a navigation a failing island
  language-choice | isHere ? pathname | !isHere ? pathname | language: the language switch keeps route
  link-guard | if (protocol) throw | if (false) throw | client/link-guard: script and data URLs
  live-forms | filter(([, value]) => value !== '') | filter(() => true) | products: a choice in the finder
  live-forms | if (!isTyping) send() | send() | products: by keyboard a menu
  load-payload | if (status === otherBuild) | if (false) | failures: a document is loaded once
  load-payload | deadStatuses.includes(status) | false | failures: each click on a dead link
  loading-bar | if (bar.dataset['state'] !== 'running' && outcome === 'done') return reset() | - | loading-bar: the loading bar shows after
  navigation | rememberLocale(payload.locale) | - | language: the language that is read
  navigation | if (recent.some(([known]) => known === path)) return false | - | failures: a document is loaded once
  navigation | visited.get(url) | undefined | offline: a click keeps the page
  navigation | bar.end('error') | bar.end('done') | error-catalogue: every failed payload is one toast in en
  panels | => !isPartOf(panel, target as Element) | => false | header: a panel opens
  panels | pointerType === 'touch' | false | header: a panel opens
  prefetch | || isRestricted() | - | prefetch: a link is prefetched once
  prefetch | || link.search | - | prefetch: a link is prefetched once
  reveal | if (element) show(element) | - | long-page: scroll reveal
  tables | words.every( | words.some( | product-page: order codes are filtered
  scroll | decodeURIComponent(hash.slice(1)) | hash.slice(1) | history: a hash link scrolls
  suggestion-list | Escape: close, | - | suggestions: the keyboard moves
  suggestions | if (!(event as InputEvent).isComposing) typed() | typed() | suggestions: letters that an input method
  swap | if (!isQueryOnly) closePanels() | - | suggestions: typing clears the active
  swap | showHead(payload.head) | - | links: menu, list, rich text
  toasts | if (key === 'Escape') | if (key === 'Delete') | toasts: hover and focus pause
  toasts | ['pointerenter', 'focusin'] | [] | toasts: hover and focus pause
  tables | table.tabIndex = 0 | void 0 | tables: tables are tab stops
`
  .trim()
  .split('\n')
  .map((row): Fault => {
    const [file = '', from = '', to, test = ''] = row.trim().split(' | ')
    return [file, from, to === '-' ? '' : String(to), test]
  })

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.tap/browser-faults')
/** At a time, each in a copy of its own: most of the time a test waits for what the fault keeps from happening. */
const copies = 3
const wanted = process.argv.slice(2)
const chosen = faults.filter(
  ([file, , , test]) => wanted.length === 0 || wanted.some((one) => `${file} ${test}`.includes(one)),
)
const env = { ...process.env, BROWSER_TESTS: 'required', BROWSER_TIMEOUT_MS: '15000' }
const survivors: Fault[] = []

function run(program: string, args: string[], cwd: string) {
  return new Promise<{ isGood: boolean; stdout: string; stderr: string }>((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ isGood: !error, stdout, stderr }),
    )
  })
}

async function work(queue: Fault[], copy: string): Promise<void> {
  // What `git add` knows: a change of the working tree has to be staged.
  await run('git', ['checkout-index', '--all', `--prefix=${copy}/`], root)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (let fault = queue.shift(); fault; fault = queue.shift()) await check(fault, copy)
}

async function check(fault: Fault, copy: string): Promise<void> {
  const [file, from, to, test] = fault
  const changed = join(copy, `client/browser/${file}.ts`)
  const source = readFileSync(changed, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file}.ts does not have this once: ${from}`)
  const withFault = source.replace(from, () => to)
  writeFileSync(changed, withFault)
  const build = await run(process.execPath, ['build.mjs'], copy)
  if (!build.isGood) throw new Error(`${file}.ts with ${to}: ${build.stderr}`)
  const [name = '', title = ''] = test.split(': ')
  const path = name.includes('/') ? name : `browser/${name}`
  const args = ['test/tools/run.mjs', '--jobs', '1', `test/${path}.test.ts`, '--grep', title]
  const { isGood, stdout } = await run(process.execPath, args, copy)
  writeFileSync(changed, source)
  if (isGood) survivors.push(fault)
  const noticed = /^FAILED .*/m.exec(stdout)?.[0] ?? ''
  console.log(`${isGood ? 'SURVIVED' : 'killed  '} ${file}: ${from} -> ${to}\n           ${noticed}`)
}

rmSync(folder, { recursive: true, force: true })
const queue = [...chosen]
await Promise.all(Array.from({ length: copies }, (_, copy) => work(queue, join(folder, `${copy}`))))
rmSync(folder, { recursive: true })
console.log(`${chosen.length - survivors.length} of ${chosen.length} faults noticed`)
process.exitCode = survivors.length > 0 ? 1 : 0
