// The page for the operator of one machine: its units and its nginx are valid, and its commands do what it says, in a folder that
// stands for the root of the machine.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Agent, request } from 'undici'
import { commandsIn, readDocument, root } from '../docs/document-parts.ts'
import { freePort } from '../helpers/free-port.ts'
import { ifLong } from '../helpers/long.ts'
import { nginxProgram, startNginx } from '../helpers/nginx.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { isUp, until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { checkSettings, needs } from './program-there.ts'

const document = readDocument('server/ops/one-server.md')
const folder = join(root, 'server/ops/deploy/one-server')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const units = readdirSync(folder).filter((name) => /\.(?:service|timer)$/.test(name))

t.test('both languages have the same commands', async (t) => {
  t.ok(commandsIn(document).length > 25)
  t.strictSame(commandsIn(readDocument('server/ops/one-server.zh.md')), commandsIn(document))
})

t.test('systemd accepts the units', needs('systemd-analyze'), async (t) => {
  const place = t.testdir()
  for (const name of units)
    writeFileSync(join(place, name), read(name).replaceAll('/usr/local/bin/node', process.execPath))
  const files = units.map((name) => join(place, name))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  })
  t.strictSame({ status, stderr }, { status: 0, stderr: '' })
})

/** All values of a key of a unit. */
function valuesOf(unit: string, key: string): string[] {
  return [...read(unit).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

function pairs(lines: string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)))
}

const settings = pairs(read('site.env').match(/^\w.*/gm) ?? [])
function envOf(unit: string): Record<string, string> {
  return { ...pairs(valuesOf(unit, 'Environment').flatMap((line) => line.split(' '))), ...settings }
}

t.test('the settings exist, and a server starts with them', async (t) => {
  const commented = [...read('site.env').matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name)
  const env = envOf('site.service')
  const inEffect = await checkSettings(t, { ...env, CONTENT_DIR: smallFolder, DATA_DIR: '.' }, [
    ...Object.keys(settings),
    ...commented,
  ])
  const stopSeconds = Number(inEffect['DRAIN_SECONDS']) + Number(inEffect['SHUTDOWN_SECONDS'])
  const [given] = valuesOf('site.service', 'TimeoutStopSec')
  t.ok(Number(given) > stopSeconds, 'it is not killed while it stops')
  t.equal(env['DATA_DIR'], `/var/lib/${valuesOf('site.service', 'StateDirectory')[0]}`)
  t.notMatch(read('site.env'), /["']/, 'Docker would take quotation marks as part of a value')
})

/** The process of the service. */
function createService(t: Test) {
  let child: ChildProcess | undefined
  const service = {
    async stop(): Promise<void> {
      const gone = child && child.exitCode === null ? once(child, 'exit') : undefined
      child?.kill('SIGTERM')
      await gone
      child = undefined
    },
    async restart(command: string, options: { cwd: string; env: Record<string, string> }): Promise<void> {
      await service.stop()
      child = spawn('sh', ['-c', `exec ${command}`], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
    },
  }
  t.teardown(service.stop)
  return service
}

/** A folder for the machine. The owner of files and editing by hand are left out. */
function createRoot(t: Test): { base: string; tools: string } {
  const folders = { opt: {}, srv: {}, etc: { systemd: { system: {} } }, var: { lib: {}, backups: {} } }
  const base = t.testdir({ bin: {}, ...folders })
  const tools = join(base, 'bin')
  const write = (name: string, text: string) =>
    writeFileSync(join(tools, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  write('sudo', '[ "$1" = -u ] && shift 2; exec "$@"')
  write('sudoedit', 'true')
  return { base, tools }
}

/** Runs the commands of the page below a folder, with the service as a process of this user. */
async function createMachine(t: Test) {
  const { base, tools } = createRoot(t)
  const port = await freePort()
  const service = createService(t)
  const env = { PATH: `${tools}:${process.env['PATH']}` }
  const local = (text: string) =>
    text
      .replaceAll(/ -[og] (?:site|"\$USER")/g, '')
      .replaceAll(/(?<![\w.-])\/(?=(?:opt|srv|etc|var\/lib|var\/backups)\b)/g, `${base}/`)
      .replaceAll('/usr/local/bin/node', process.execPath)
      .replaceAll(':3000', `:${port}`)
  const optionsOf = (unit: string) => {
    const own = Object.entries(envOf(unit)).map(([name, value]) => [name, local(value)])
    return {
      cwd: local(valuesOf(unit, 'WorkingDirectory')[0]!),
      env: { ...env, ...Object.fromEntries(own), PORT: String(port) },
    }
  }

  /** What systemctl does with a unit. */
  async function control(verb: string, unit: string): Promise<void> {
    if (unit.endsWith('.timer') || verb === 'daemon-reload') return
    const [command = '', ...further] = valuesOf(unit, 'ExecStart').map((text) =>
      local(text.replaceAll(/(%|\$)\1/g, '$1')),
    )
    if (unit !== 'site.service') {
      for (const one of [command, ...further]) execFileSync('sh', ['-c', one], optionsOf(unit))
      return
    }
    if (verb === 'stop') return service.stop()
    mkdirSync(join(base, 'var/lib/site'), { recursive: true })
    await service.restart(command, optionsOf(unit))
  }

  async function run(command: string): Promise<void> {
    const [, verb, unit = ''] = /^sudo systemctl ([\w-]+)(?: --now)? ?(\S*)$/.exec(command) ?? []
    if (verb) return control(verb, unit)
    execFileSync('sh', ['-c', local(command)], { env, stdio: 'pipe' })
  }

  return { base, port, run }
}

/** What needs the network, the package manager, the journal or the certificate authority. */
const elsewhere =
  /^(?:sudo (?:apt-get|useradd|certbot|docker|nginx)|git clone|cd \/opt|journalctl|curl .*https:)/

t.test(
  'the commands install, back up, restore, upgrade and go back',
  { ...ifLong, ...needs('curl', 'find') },
  async (t) => {
    const { base, port, run } = await createMachine(t)
    const below = (heading: string) =>
      commandsIn(document, heading).filter((command) => !elsewhere.test(command))
    const runAll = async (commands: string[]) => {
      for (const command of commands) await run(command)
    }
    const version = (name: string) => {
      mkdirSync(join(base, 'opt/site'), { recursive: true })
      symlinkSync(root, join(base, 'opt/site', name))
    }
    const current = () => readlinkSync(join(base, 'opt/site/current'))
    // The server restarts in between: no connection is used again.
    const headers = { connection: 'close' }
    const home = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers })).text()

    version('0.2.0')
    await runAll(below('## The program'))
    await runAll(below('## Content'))
    await runAll(below('## The service'))
    t.match(await home(), '示例公司')
    t.ok(existsSync(join(base, 'etc/systemd/system/site.service')))

    const ofRestore = /BACKUP|mv |systemctl stop|start site\.service/
    await runAll(below('## Backup').filter((command) => !ofRestore.test(command)))
    const [made = ''] = readdirSync(join(base, 'var/backups/site'))
    t.match(made, /^\d{4}-\d\d-\d\dT\d{6}$/)
    t.ok(existsSync(join(base, 'var/backups/site', made, 'content', 'content.sqlite')))
    const restore = below('## Backup')
      .join('\n')
      .split(/(?=BACKUP=)/)[1]!
      .replace(/(?<=BACKUP=.*\/)[^/\n]+$/m, made)
    const [assign = '', ...steps] = restore.split('\n')
    await runAll(steps.map((step) => (step.includes('$BACKUP') ? `${assign}; ${step}` : step)))
    const ready = () => isUp(`http://127.0.0.1:${port}/readyz`)
    await until(ready)
    t.ok(existsSync(join(base, 'var/lib/site-before')))
    t.match(await home(), '示例公司')

    version('0.3.0')
    // The name of a backup has its second.
    const { ctimeMs } = statSync(join(base, 'var/backups/site', made))
    await until(() => Date.now() - ctimeMs > 1000)
    await runAll(below('## Upgrade'))
    await until(ready)
    t.equal(current(), join(base, 'opt/site/0.3.0'))
    t.equal(readdirSync(join(base, 'var/backups/site')).length, 2, 'with a backup of its own')
    t.match(await home(), '示例公司')
    await runAll(below('## Going back'))
    t.equal(current(), join(base, 'opt/site/0.2.0'))
    await until(ready)
  },
)

/** The recipe, with the ports and files of this machine, and a certificate of the tests. */
function startRecipe(t: Test, ports: { plain: number; secure: number; upstream: number }): void {
  const place = temporaryFolder(t, 'nginx')
  const certificates = join(root, 'test/fixtures/tls')
  cpSync(join(certificates, 'localhost.key'), join(place, 'privkey.pem'))
  cpSync(join(certificates, 'localhost.crt'), join(place, 'fullchain.pem'))
  const text = read('nginx.conf')
    .replace(/^.*\[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.secure} `)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.upstream}`)
    .replaceAll('/etc/letsencrypt/live/www.example.com', place)
  startNginx(t, `events {}\nhttp {\n${text}}\n`)
}

t.test(
  'nginx with its configuration serves the site with TLS',
  { ...ifLong, ...needs(nginxProgram) },
  async (t) => {
    const { DATA_DIR: _, ...env } = envOf('site.service')
    const [plain, secure, upstream] = [await freePort(), await freePort(), await freePort()]
    const own = { CONTENT_DIR: smallFolder, LOG_ADDRESSES: 'full', PORT: String(upstream) }
    const { lines } = await startProgram(t, { ...env, ...own })
    startRecipe(t, { plain, secure, upstream })
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false, servername: 'www.example.com' } })
    t.teardown(() => dispatcher.close())
    const get = async (path: string, base = `https://127.0.0.1:${secure}`) => {
      const headers = { host: 'www.example.com', 'x-forwarded-for': '203.0.113.9' }
      const response = await request(base + path, { dispatcher, headers })
      return { status: response.statusCode, headers: response.headers, body: await response.body.text() }
    }
    await until(async () => (await get('/livez').catch(() => ({ status: 0 }))).status === 200)
    const home = await get('/en')
    t.equal(home.status, 200)
    t.match(home.headers, { 'strict-transport-security': /max-age/ })
    t.match(home.body, '<link rel="canonical" href="https://www.example.com/en"')
    const moved = await get('/en?a=1', `http://127.0.0.1:${plain}`)
    t.match(moved, { status: 308, headers: { location: 'https://www.example.com/en?a=1' } })
    for (const path of ['/metrics', '/ops/purge'])
      t.match(await get(path), { status: 404, body: '<center>nginx' }, path)
    const seen = lines.filter(({ msg, url }) => msg === 'request' && url === '/en')
    t.match(seen, [{ ip: '127.0.0.1' }], 'the address of the visitor, not one that he sends')
  },
)
