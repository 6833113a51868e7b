// Strapi 5 of npm with SQLite, on loopback in a temporary folder, filled with the sample content in both languages.
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePort } from '../helpers/free-port.ts'
import type { StartCms } from './cms.ts'
import { createServerProcess, run } from './process.ts'
import { changesIn, otherChangesIn, withdrawalsIn } from './strapi/changes.ts'
import { type Api, createApi } from './strapi/client.ts'
import { codes, fill } from './strapi/fill.ts'
import { writeTypes } from './strapi/types.ts'

/** The only versions that are installed. better-sqlite3 12 ends Node 24.19 and later at the next garbage collection. */
const dependencies = { '@strapi/strapi': '5.54.0', 'better-sqlite3': '13.2.0' }
const installed = join(import.meta.dirname, '../../node_modules/.cache/cms-strapi')
const startMs = 180_000

export const startStrapi: StartCms = async ({ scope, folder, webhook }) => {
  await install()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const app = join(folder, 'strapi')
  await writeApplication(app, port)
  const server = createServerProcess(scope, {
    command: process.execPath,
    args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
    cwd: app,
    log: join(folder, 'strapi.log'),
    readyUrl: `${url}/_health`,
    readyMs: startMs,
    env: { NODE_ENV: 'development', STRAPI_TELEMETRY_DISABLED: '1', PORT: String(port), HOST: '127.0.0.1' },
  })
  await server.start()
  const editor = await registerEditor(url)
  await editor.send('POST', '/i18n/locales', { code: codes.zh, name: '中文', isDefault: false })
  const full = createApi(url, (await createToken(editor, 'full-access')).key)
  await fill(full)
  await editor.send('POST', '/admin/webhooks', {
    name: 'Site',
    url: webhook.url,
    headers: { Authorization: `Bearer ${webhook.secret}` },
    events: [
      'entry.create',
      'entry.update',
      'entry.delete',
      'entry.publish',
      'entry.unpublish',
      'media.update',
      'media.delete',
    ],
  })
  const token = await createToken(editor, 'read-only')
  return {
    ...changesIn(app, full, editor),
    ...withdrawalsIn(app, editor, token.id),
    otherChanges: otherChangesIn(full, editor),
    env: { API_KIND: 'strapi', API_BASE: url, API_TOKEN: token.key },
    hidden: [password],
    closedPaths: ['/media/%2e%2e/package.json', '/media/../config/admin.json', '/media/.env'],
    missingRoutes: [],
    unreadFields: ['hash', 'provider', 'provider_metadata', 'previewUrl', 'sizeInBytes', 'focalPoint'],
    kill: server.kill,
    restart: server.start,
  }
}

const password = 'Password-of-the-check-1'
const email = 'editor@example.com'

/** Nothing of it belongs to the packages of the site. */
async function install(): Promise<void> {
  const names = Object.keys(dependencies)
  if (names.every((name) => existsSync(join(installed, 'node_modules', name, 'package.json')))) return
  await mkdir(installed, { recursive: true })
  await writeFile(join(installed, 'package.json'), JSON.stringify({ private: true, dependencies }))
  console.log('Installing Strapi into node_modules/.cache/cms-strapi …')
  await run('npm', ['install', '--prefix', installed, '--ignore-scripts', '--no-audit', '--no-fund'])
}

/** As `create-strapi` makes one, without the administration's pages, which would have to be built. */
async function writeApplication(app: string, port: number): Promise<void> {
  const config: Record<string, unknown> = {
    server: { host: '127.0.0.1', port, app: { keys: ['a', 'b'] }, logger: { updates: { enabled: false } } },
    admin: {
      serveAdminPanel: false,
      auth: { secret: 'secret-of-the-check' },
      apiToken: { salt: 'salt' },
      transfer: { token: { salt: 'salt' } },
      secrets: { encryptionKey: '0'.repeat(32) },
    },
    database: {
      connection: { client: 'sqlite', connection: { filename: 'data.db' }, useNullAsDefault: true },
    },
    middlewares: [
      'logger',
      'errors',
      'security',
      'cors',
      'poweredBy',
      'query',
      'body',
      'session',
      'favicon',
      'public',
    ].map((name) => `strapi::${name}`),
    api: { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } },
  }
  for (const [name, value] of Object.entries(config)) {
    const path = join(app, `config/${name}.json`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, JSON.stringify(value))
  }
  for (const name of ['public/uploads', 'database/migrations', 'src'])
    await mkdir(join(app, name), { recursive: true })
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'cms', version: '0.0.0', dependencies }))
  await writeTypes(app)
  await symlink(join(installed, 'node_modules'), join(app, 'node_modules'))
}

/** The first editor of a new Strapi. */
async function registerEditor(url: string): Promise<Api> {
  const names = { firstname: 'Editor', lastname: 'Editor', email, password }
  const { token } = await createApi(url).send('POST', '/admin/register-admin', names)
  return createApi(url, String(token))
}

async function createToken(editor: Api, type: string): Promise<{ id: string; key: string }> {
  const token = { name: type, description: '', type, lifespan: null, permissions: null }
  const { id, accessKey } = await editor.send('POST', '/admin/api-tokens', token)
  return { id: String(id), key: String(accessKey) }
}
