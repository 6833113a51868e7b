// Hand-made faults of client/browser, one at a time in a copy, each against the test that holds it: `npm run tool --
// browser-faults [NAME...]`, NAME a part of a row's file or test. A fault that the test does not notice is a test to write, or
// code to delete.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in client/browser, what stands there once, what takes its place; the file in test/browser and its test. */
type Fault = [file: string, from: string, to: string, test: string]

const faults: Fault[] = [
  ['analytics', 'if (showDrafts || isOptedOut())', 'if (showDrafts)', 'analytics: with Do Not Track'],
  ['analytics', 'referrer = detail.address', '', 'analytics: each in-app navigation dispatches'],
  [
    'back-to-top',
    'scrollY < backToTop.fromPx',
    'scrollY > backToTop.fromPx',
    'long-page: the back-to-top button appears',
  ],
  ['build-check', '.id !== build', '.id === build', 'new-build: after a new build the page stays'],
  ['build-check', '!document.hidden && ', 'document.hidden && ', 'new-build: a tab that becomes visible'],
  [
    'client-components',
    "'pointerdown', 'touchstart', 'focusin'",
    "'touchstart'",
    'client-components: the code of the form is loaded',
  ],
  ['client-components', 'setHtml(element, html)', '', 'client-components: a component that throws'],
  ['compare', 'chosen = next.slice(0, compared.most)', 'chosen = next', 'products: a fifth product'],
  ['compare', 'if (isFull) target.checked = false', '', 'products: a fifth product'],
  [
    'compare',
    '...ids.filter((id) => given.includes(id)),',
    '',
    'products: products are chosen with the keyboard',
  ],
  ['copy', '?? addressOfPage()', "?? ''", 'product-page: the address of the page is copied'],
  [
    'drafts',
    'if (isChanged(field)) keep(field)',
    'if (isChanged(field)) write(field, "")',
    'typed-text: a draft survives links',
  ],
  ['drafts', 'else drafts.delete(name)', '', 'typed-text: a draft survives a failed send'],
  [
    'fingerprint',
    'sessionStorage.getItem(storageKey) || isOptedOut()',
    'false',
    'fingerprint: the visitor id is stored',
  ],
  ['gallery', '+ by + count) % count', '+ by)', 'gallery: arrows, arrow keys'],
  ['gallery', "image.sizes = '100vw'", '', 'gallery: Enter opens a picture'],
  ['gallery', 'String(index === current)', "'false'", 'gallery: arrows, arrow keys'],
  [
    'islands',
    'if (html === undefined) whenNear',
    'if (false) whenNear',
    'islands: after a navigation an island',
  ],
  [
    'islands',
    "if (element.isConnected) report('island', error)",
    '',
    'streaming: after a navigation a failing island',
  ],
  ['language-choice', 'isHere ? pathname', '!isHere ? pathname', 'language: the language switch keeps route'],
  ['link-guard', 'if (protocol) throw', 'if (false) throw', 'hostile: a navigation to hostile content'],
  [
    'live-forms',
    "filter(([, value]) => value !== '')",
    'filter(() => true)',
    'products: a choice in the finder',
  ],
  ['live-forms', 'if (!isTyping) send()', 'send()', 'products: by keyboard a menu'],
  ['load-payload', 'if (status === otherBuild)', 'if (false)', 'failures: a payload that is no page'],
  ['load-payload', 'deadStatuses.includes(status)', 'false', 'failures: each click on a dead link'],
  [
    'loading-bar',
    "if (bar.dataset['state'] !== 'running' && outcome === 'done') return reset()",
    '',
    'loading-bar: the loading bar shows after',
  ],
  ['navigation', 'rememberLocale(payload.locale)', '', 'language: the language that is read'],
  [
    'navigation',
    'if (recent.some(([known]) => known === path)) return false',
    '',
    'failures: a document is loaded once',
  ],
  ['navigation', 'visited.get(url)', 'undefined', 'offline: Back, Forward and a link'],
  [
    'navigation',
    "bar.end('error')",
    "bar.end('done')",
    'error-catalogue: every failed payload is one toast in en',
  ],
  ['panels', '=> !isPartOf(panel, target as Element)', '=> false', 'header: a panel closes when the focus'],
  ['panels', "if (pointerType === 'touch' || ", 'if (', 'header: opens no panel'],
  ['prefetch', '|| isRestricted()', '', 'prefetch: nothing is prefetched'],
  ['prefetch', '|| link.search ', '', 'prefetch: a link with a query'],
  ['reveal', 'if (element) show(element)', '', 'long-page: what has the focus is shown'],
  ['row-filter', 'words.every(', 'words.some(', 'product-page: order codes are filtered'],
  ['scroll', 'decodeURIComponent(hash.slice(1))', 'hash.slice(1)', 'history: a hash link scrolls'],
  ['suggestion-list', 'Escape: close,', '', 'suggestions: Escape closes the list'],
  [
    'suggestions',
    'if (!(event as InputEvent).isComposing) typed()',
    'typed()',
    'suggestions: letters that an input method',
  ],
  ['swap', 'if (!isQueryOnly) closePanels()', '', 'header: after a navigation in the page'],
  ['swap', 'showHead(payload.head)', '', 'navigation: menu, list, rich text'],
  ['toasts', "if (key === 'Escape')", "if (key === 'Delete')", 'toasts: hover and focus pause'],
  ['toasts', "['pointerenter', 'focusin']", '[]', 'toasts: hover and focus pause'],
  ['wide-tables', 'table.tabIndex = 0', 'void 0', 'tables: tables are tab stops'],
]

const root = join(import.meta.dirname, '../..')
const copy = join(root, '.tap/browser-faults')
const wanted = process.argv.slice(2)
const chosen = faults.filter(
  ([file, , , test]) => wanted.length === 0 || wanted.some((one) => `${file} ${test}`.includes(one)),
)
/** A fault is often seen by a wait that does not end. */
const env = { ...process.env, BROWSER_TESTS: 'required', BROWSER_TIMEOUT_MS: '15000' }
const run = (program: string, args: string[], cwd = copy) =>
  spawnSync(program, args, { cwd, encoding: 'utf8', env })

/** What `git add` knows: a change of the working tree has to be staged. */
rmSync(copy, { recursive: true, force: true })
run('git', ['checkout-index', '--all', `--prefix=${copy}/`], root)
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const survivors = chosen.filter(([file, from, to, test]) => {
  const path = join(copy, `client/browser/${file}.ts`)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file}.ts does not have this once: ${from}`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
  const build = run(process.execPath, ['build.mjs'])
  if (build.status !== 0) throw new Error(`${file}.ts with ${to}: ${build.stderr}`)
  const [name = '', title = ''] = test.split(': ')
  const args = ['test/run.mjs', '--jobs', '1', `test/browser/${name}.test.ts`, '--grep', title]
  const { status, stdout } = run(process.execPath, args)
  writeFileSync(path, source)
  const noticed = /^FAILED .*/m.exec(stdout)?.[0] ?? ''
  console.log(`${status === 0 ? 'SURVIVED' : 'killed  '} ${file}: ${from} -> ${to}\n           ${noticed}`)
  return status === 0
})
rmSync(copy, { recursive: true })
console.log(`${chosen.length - survivors.length} of ${chosen.length} faults noticed`)
process.exitCode = survivors.length > 0 ? 1 : 0
