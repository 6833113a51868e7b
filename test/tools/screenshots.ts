// Screenshots of the README: `npm run tool -- screenshots` takes them from the built sample site.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { freePort } from '../helpers/free-port.ts'
import { isUp, until } from '../helpers/until.ts'

type Shot = { name: string; path: string; width: number; height: number; theme: 'light' | 'dark' }

const root = join(import.meta.dirname, '../..')
const shots: Shot[] = [
  { name: 'home', path: '/en', width: 1152, height: 720, theme: 'light' },
  { name: 'home-zh', path: '/zh', width: 1152, height: 720, theme: 'light' },
  { name: 'product', path: '/en/product/101', width: 1152, height: 720, theme: 'dark' },
  { name: 'phone', path: '/download', width: 390, height: 780, theme: 'light' },
]

const port = await freePort()
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  env: { ...process.env, PORT: String(port), LOG_LEVEL: 'error', DRAIN_SECONDS: '0' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const base = `http://127.0.0.1:${port}`
  await until(() => isUp(`${base}/readyz`))
  const executablePath = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] })
  for (const shot of shots) await take(browser, base, shot)
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function take(browser: Browser, base: string, { name, path, width, height, theme }: Shot) {
  const viewport = { width, height }
  const options = { viewport, colorScheme: theme, reducedMotion: 'reduce', bypassCSP: true } as const
  const page = await browser.newPage(options)
  await page.goto(base + path)
  // No room for a scroll bar that is not there.
  await page.addStyleTag({ content: 'html { scrollbar-gutter: auto !important }' })
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-loading'))
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight && image.checkVisibility())
      .every((image) => image.complete && image.naturalWidth > 0),
  )
  await page.screenshot({ path: join(root, `.github/${name}.png`) })
  console.log(`.github/${name}.png`)
  await page.close()
}
