// Directus of npm with SQLite, on loopback in a temporary folder, filled with the sample content in both languages.
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '../helpers/free-port.ts'
import type { Cms, StartCms } from './cms.ts'
import { changesIn } from './directus/changes.ts'
import { type Api, createApi } from './directus/client.ts'
import { createCollections } from './directus/collections.ts'
import { fill } from './directus/fill.ts'
import { createServerProcess, run } from './process.ts'

/** The only versions that are installed. isolated-vm 5, which Directus names, cannot be compiled for Node 24. */
const dependencies = { directus: '12.4.0' }
const overrides = { 'isolated-vm': '7.0.1' }
const installed = join(import.meta.dirname, '../../node_modules/.cache/cms-directus')
const compiled = join(installed, 'node_modules/sqlite3/build/Release/node_sqlite3.node')
const program = 'node_modules/directus/cli.js'
const startMs = 180_000
const adminToken = 'admin-token-of-the-check'
const siteToken = 'site-token-of-the-check'
const password = 'Password-of-the-check-1'

export const startDirectus: StartCms = async ({ scope, folder, webhook }) => {
  await install()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const app = join(folder, 'directus')
  const env = environment(app, port, url)
  await mkdir(join(app, 'uploads'), { recursive: true })
  await mkdir(join(app, 'extensions'), { recursive: true })
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'cms', private: true }))
  await symlink(join(installed, 'node_modules'), join(app, 'node_modules'))
  await run(process.execPath, [join(app, program), 'bootstrap'], env)
  const server = createServerProcess(scope, {
    command: process.execPath,
    args: [program, 'start'],
    cwd: app,
    env,
    log: join(folder, 'directus.log'),
    readyUrl: `${url}/server/ping`,
    readyMs: startMs,
  })
  await server.start()
  const api = createApi(url, adminToken)
  const collections = await createCollections(api)
  await fill(api)
  const reader = await createReader(api, [...collections, 'directus_files'])
  await createFlow(api, webhook, [...collections, 'directus_files'])
  return {
    ...changesIn(api),
    ...withdrawalsIn(api, app, reader),
    env: { API_KIND: 'directus', API_BASE: url, API_TOKEN: siteToken },
    hidden: [password, adminToken],
    closedPaths: ['/media/%2e%2e/items/news', '/media/../users', '/media/.env'],
    missingRoutes: [],
    unreadFields: [],
    kill: server.kill,
    restart: server.start,
  }
}

/** Nothing of it belongs to the packages of the site. */
async function install(): Promise<void> {
  if (existsSync(join(installed, 'node_modules/directus/package.json')) && existsSync(compiled)) return
  await mkdir(installed, { recursive: true })
  const description = { private: true, dependencies, overrides, allowScripts: { sqlite3: true } }
  await writeFile(join(installed, 'package.json'), JSON.stringify(description))
  console.log('Installing Directus into node_modules/.cache/cms-directus …')
  await run('npm', ['install', '--prefix', installed, '--ignore-scripts', '--no-audit', '--no-fund'])
  // Compiled where there is no binary to download; the headers are those of the package of Node.
  const nodedir = dirname(dirname(process.execPath))
  const headers = existsSync(join(nodedir, 'include/node/node.h')) ? { npm_config_nodedir: nodedir } : {}
  // npm passes the site's own `ignore-scripts` on to the commands of its scripts.
  await run('npm', ['rebuild', '--prefix', installed, '--ignore-scripts=false', 'sqlite3'], headers)
  if (!existsSync(compiled)) throw new Error(`sqlite3: expected ${compiled} after npm rebuild`)
}

function environment(app: string, port: number, url: string): Record<string, string> {
  return {
    KEY: 'key-of-the-check',
    SECRET: 'secret-of-the-check-with-32-letters',
    TELEMETRY: 'false',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(app, 'data.db'),
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_EMAIL: 'editor@example.com',
    ADMIN_PASSWORD: password,
    ADMIN_TOKEN: adminToken,
    PUBLIC_URL: url,
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_ROOT: join(app, 'uploads'),
    EXTENSIONS_PATH: join(app, 'extensions'),
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    // The site listens on loopback.
    WEBSOCKETS_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'warn',
    IMPORT_IP_DENY_LIST: '192.0.2.1',
  }
}

/** A user that may read these collections; the public may read nothing. */
async function createReader(api: Api, collections: string[]): Promise<{ user: string; policy: string }> {
  const permissions = [...collections, 'directus_activity'].map((collection) => ({
    collection,
    action: 'read',
    fields: ['*'],
  }))
  const policy = { name: 'Site', app_access: false, admin_access: false, permissions }
  const { id } = (await api.send('POST', '/policies', policy)) as { id: string }
  const user = { email: 'site@example.com', token: siteToken, policies: [{ policy: id }] }
  const created = (await api.send('POST', '/users', user)) as { id: string }
  return { user: created.id, policy: id }
}

/** `removeHalf`: in the database, of which the activity notes nothing. */
function withdrawalsIn(
  api: Api,
  app: string,
  { user, policy }: { user: string; policy: string },
): Pick<Cms, 'removeHalf' | 'emptyPolicy' | 'revokeToken'> {
  const permissions = async () => {
    const filter = JSON.stringify({ policy: { _eq: policy } })
    const found = await api.send('GET', `/permissions?${new URLSearchParams({ filter, limit: '-1' })}`)
    return (found as { id: number }[]).map(({ id }) => id)
  }
  return {
    async removeHalf() {
      const database = new DatabaseSync(join(app, 'data.db'), { timeout: 5000 })
      // A child without its parent has another address.
      database.exec(
        'delete from news where id % 2 = 0 and id not in (select parent from news where parent is not null)',
      )
      database.close()
    },
    emptyPolicy: async () => void (await api.send('DELETE', '/permissions', await permissions())),
    revokeToken: async () => void (await api.send('PATCH', `/users/${user}`, { token: null })),
  }
}

/** With the scopes and collections that the Data Studio offers: an event hook, and a request with what has triggered it. */
async function createFlow(
  api: Api,
  { url, secret }: { url: string; secret: string },
  collections: string[],
): Promise<void> {
  const scope = ['items.create', 'items.update', 'items.delete', 'items.sort']
  const options = { type: 'action', scope, collections }
  const flow = { name: 'Site', status: 'active', trigger: 'event', accountability: null, options }
  const { id } = (await api.send('POST', '/flows', flow)) as { id: string }
  const request = {
    url,
    method: 'POST',
    body: '{{$trigger}}',
    headers: [
      { header: 'Authorization', value: `Bearer ${secret}` },
      { header: 'Content-Type', value: 'application/json' },
    ],
  }
  const operation = { flow: id, key: 'send', name: 'Send', type: 'request', options: request }
  const place = { position_x: 19, position_y: 1 }
  const created = (await api.send('POST', '/operations', { ...operation, ...place })) as { id: string }
  await api.send('PATCH', `/flows/${id}`, { operation: created.id })
}
