// `npm run dev` through its port: what is saved is served, and what is wrong is shown.
import t from 'tap'
import { type Development, startDevelopment } from '../helpers/development.ts'

const brokenForm = [
  'client/components/contact-form.tsx',
  'export function ContactForm',
  'export functio ContactForm',
] as const

let mendForm = () => {}
const development: Development = await startDevelopment(t, (edit) => {
  mendForm = edit(...brokenForm)
})
const { edit, next, get } = development

/** Saves, and waits until open pages load the new page. */
async function saved(save: () => void): Promise<void> {
  const reloaded = next('reload')
  save()
  await reloaded
}

t.test('an error of the first build is the page, until it is mended', async (t) => {
  const broken = await get('/en')
  t.equal(broken.status, 500)
  t.match(broken.body, 'client/components/contact-form.tsx:')
  await saved(mendForm)
  t.equal((await get('/en')).status, 200)
})

t.test('an error while a page is made is on the page, with its stack', async (t) => {
  const line = '    const api = apis(match.locale)'
  const fails = "throw new Error('no <load>', { cause: new Error('the reason') })"
  let mend = () => {}
  await saved(() => {
    mend = edit('server/pages/page-state.ts', line, `${line}\n    if (match.locale === 'en') ${fails}`)
  })
  const { status, body } = await get('/en/news')
  t.equal(status, 500)
  t.match(body, 'Error: no &lt;load&gt;')
  t.match(body, `${development.root}/server/pages/page-state.ts:`)
  t.match(body, 'Error: the reason')
  // Without it the page would not reload once the error is mended.
  t.match(body, '<script type="module" src="/assets/')
  await saved(mend)
  t.equal((await get('/en/news')).status, 200)
})

t.test('a content file that is not served as it is, is shown on open pages until it is mended', async (t) => {
  const problem = next('problem')
  const mend = edit('content/menu.yaml', 'title: {', 'title: [')
  t.match(await problem, /menu\.yaml:\d+ not YAML.*\n {2}its last valid text is served/)
  const gone = next('problem')
  mend()
  t.equal(await gone, '')
})

t.test('a server that throws at its start is shown with what it printed, until it is mended', async (t) => {
  const problem = next('problem')
  const mend = edit('server/main.ts', 'if (isSupported', "throw new Error('no <start>')\nif (isSupported")
  t.match(await problem, 'Error: no <start>')
  const { status, body } = await get('/en')
  t.equal(status, 500)
  t.match(body, 'Error: no &lt;start&gt;')
  t.match(body, 'server/main.ts:')
  // A page that came from the process before it would be without live reload.
  t.match(await get('/assets/development.js'), { status: 200, body: '/_dev/events' })
  const gone = next('problem')
  await saved(mend)
  t.equal(await gone, '')
  t.equal((await get('/en')).status, 200)
})

t.test('no process stays behind, even where the watcher is killed', async (t) => {
  await saved(() =>
    edit('server/main.ts', 'if (isSupported', "console.log('pid', process.pid)\nif (isSupported"),
  )
  const [, pid] = /^pid (\d+)$/m.exec(development.printed()) ?? []
  t.ok(isRunning(Number(pid)))
  await development.end('SIGKILL')
  while (isRunning(Number(pid))) await new Promise((resolve) => setTimeout(resolve, 5))
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
