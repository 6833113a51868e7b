// Hand-made faults of client/browser, one at a time in a copy, against its browser tests: `npm run tool -- browser-faults [NAME...]`,
// NAME a part of a row's file or tests. A fault that no test notices is a test to write, or code to delete.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in client/browser, what stands there once, what takes its place, and the tests in test/browser. */
type Fault = [file: string, from: string, to: string, tests: string]

const faults: Fault[] = [
  ['analytics', 'if (showDrafts || isOptedOut())', 'if (showDrafts)', 'analytics'],
  ['analytics', 'referrer = detail.address', '', 'analytics'],
  ['back-to-top', 'scrollY < backToTop.fromPx', 'scrollY > backToTop.fromPx', 'long-page'],
  ['build-check', '.id !== build', '.id === build', 'new-build'],
  ['build-check', '!document.hidden && ', 'document.hidden && ', 'new-build'],
  ['client-components', "'pointerdown', 'touchstart', 'focusin'", "'touchstart'", 'client-components'],
  ['client-components', 'setHtml(element, html)', '', 'client-components,failures'],
  ['compare', 'chosen = next.slice(0, compared.most)', 'chosen = next', 'products'],
  ['compare', 'if (isFull) target.checked = false', '', 'products'],
  ['compare', '...ids.filter((id) => given.includes(id)),', '', 'products'],
  ['copy', '?? addressOfPage()', "?? ''", 'product-page,long-page'],
  [
    'drafts',
    'if (isChanged(field)) keep(field)',
    'if (isChanged(field)) write(field, "")',
    'typed-text,early',
  ],
  ['drafts', 'else drafts.delete(name)', '', 'typed-text'],
  ['fingerprint', 'sessionStorage.getItem(storageKey) || isOptedOut()', 'false', 'fingerprint'],
  ['gallery', '+ by + count) % count', '+ by)', 'gallery'],
  ['gallery', "image.sizes = '100vw'", '', 'gallery'],
  ['gallery', 'String(index === current)', "'false'", 'gallery'],
  ['islands', 'if (html === undefined) whenNear', 'if (false) whenNear', 'islands'],
  ['islands', "if (element.isConnected) report('island', error)", '', 'islands,client-errors'],
  ['language-choice', 'isHere ? pathname', '!isHere ? pathname', 'language'],
  ['link-guard', 'if (protocol) throw', 'if (false) throw', 'links,hostile'],
  ['live-forms', "filter(([, value]) => value !== '')", 'filter(() => true)', 'products,links'],
  ['live-forms', 'if (!isTyping) send()', 'send()', 'products'],
  ['load-payload', 'if (status === otherBuild)', 'if (false)', 'new-build'],
  ['load-payload', 'deadStatuses.includes(status)', 'false', 'failures,links'],
  [
    'loading-bar',
    "if (bar.dataset['state'] !== 'running' && outcome === 'done') return reset()",
    '',
    'loading-bar',
  ],
  ['navigation', 'rememberLocale(payload.locale)', '', 'language'],
  ['navigation', 'if (recent.some(([known]) => known === path)) return false', '', 'failures,new-build'],
  ['navigation', 'visited.get(url)', 'undefined', 'offline'],
  ['navigation', "bar.end('error')", "bar.end('done')", 'loading-bar,failures'],
  ['panels', '=> !isPartOf(panel, target as Element)', '=> false', 'header'],
  ['panels', "if (pointerType === 'touch' || ", 'if (', 'header'],
  ['prefetch', '|| isRestricted()', '', 'prefetch'],
  ['prefetch', '|| link.search ', '', 'prefetch'],
  ['reveal', 'if (element) show(element)', '', 'page-change,long-page,held-pictures.long'],
  ['row-filter', 'words.every(', 'words.some(', 'tables,product-page'],
  ['scroll', 'decodeURIComponent(hash.slice(1))', 'hash.slice(1)', 'history,links'],
  ['suggestion-list', 'Escape: close,', '', 'suggestions'],
  ['suggestions', 'if (!(event as InputEvent).isComposing) typed()', 'typed()', 'suggestions'],
  ['swap', 'if (!isQueryOnly) closePanels()', '', 'header,swap'],
  ['swap', 'showHead(payload.head)', '', 'navigation,swap'],
  ['toasts', "if (key === 'Escape')", "if (key === 'Delete')", 'toasts'],
  ['toasts', "['pointerenter', 'focusin']", '[]', 'toasts'],
  ['wide-tables', 'table.tabIndex = 0', 'void 0', 'tables'],
]

const root = join(import.meta.dirname, '../..')
const copy = join(root, '.tap/browser-faults')
const wanted = process.argv.slice(2)
const chosen = faults.filter(
  ([file, , , tests]) => wanted.length === 0 || wanted.some((one) => `${file} ${tests}`.includes(one)),
)
const run = (program: string, args: string[], cwd = copy) =>
  spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...process.env, BROWSER_TESTS: 'required' } })

/** What `git add` knows: a change of the working tree has to be staged. */
rmSync(copy, { recursive: true, force: true })
run('git', ['checkout-index', '--all', `--prefix=${copy}/`], root)
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const survivors = chosen.filter(([file, from, to, tests]) => {
  const path = join(copy, `client/browser/${file}.ts`)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file}.ts does not have this once: ${from}`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
  const build = run(process.execPath, ['build.mjs'])
  if (build.status !== 0) throw new Error(`${file}.ts with ${to}: ${build.stderr}`)
  const files = tests.split(',').map((name) => `test/browser/${name}.test.ts`)
  const { status, stdout } = run(process.execPath, ['test/run.mjs', '--jobs', '1', ...files])
  writeFileSync(path, source)
  const noticed = /^FAILED .*/m.exec(stdout)?.[0] ?? ''
  console.log(`${status === 0 ? 'SURVIVED' : 'killed  '} ${file}: ${from} -> ${to}\n           ${noticed}`)
  return status === 0
})
rmSync(copy, { recursive: true })
console.log(`${chosen.length - survivors.length} of ${chosen.length} faults noticed`)
process.exitCode = survivors.length > 0 ? 1 : 0
