// Strapi 5 of npm with SQLite, on loopback in a temporary folder, filled with the sample content in both languages.
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePort } from '../helpers/free-port.ts'
import type { Change, Cms, StartCms } from './cms.ts'
import { createServerProcess, run } from './process.ts'
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
    ...{ command: process.execPath, args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'] },
    ...{ cwd: app, log: join(folder, 'strapi.log'), readyUrl: `${url}/_health`, readyMs: startMs },
    env: { NODE_ENV: 'development', STRAPI_TELEMETRY_DISABLED: '1', PORT: String(port), HOST: '127.0.0.1' },
  })
  await server.start()
  const editor = await registerEditor(url)
  await editor.send('POST', '/i18n/locales', { code: codes.zh, name: '中文', isDefault: false })
  const full = createApi(url, await createToken(editor, 'full-access'))
  await fill(full)
  await editor.send('POST', '/admin/webhooks', {
    ...{ name: 'Site', url: webhook.url, headers: { Authorization: `Bearer ${webhook.secret}` } },
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
  return {
    ...changesIn(full, editor),
    otherChanges: otherChangesIn(full, editor),
    env: { API_KIND: 'strapi', API_BASE: url, API_TOKEN: await createToken(editor, 'read-only') },
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
      ...{ serveAdminPanel: false, auth: { secret: 'secret-of-the-check' }, apiToken: { salt: 'salt' } },
      ...{ transfer: { token: { salt: 'salt' } }, secrets: { encryptionKey: '0'.repeat(32) } },
    },
    database: {
      connection: { client: 'sqlite', connection: { filename: 'data.db' }, useNullAsDefault: true },
    },
    middlewares: [
      ...[
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
      ],
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

async function createToken(editor: Api, type: string): Promise<string> {
  const token = { name: type, description: '', type, lifespan: null, permissions: null }
  return String((await editor.send('POST', '/admin/api-tokens', token)).accessKey)
}

/** Changes of an editor. Strapi sends the webhooks. */
async function addArticle(api: Api, number: number): Promise<void> {
  const dataOf = (title: string, text: string) => ({
    ...{ title: `${title} ${number}`, slug: `many-${number}`, date: '2020-01-02T03:04:05Z' },
    body: `${text} ${number}. `.repeat(40),
  })
  const data = dataOf('新闻', '校准与流量')
  const { documentId } = await api.send('POST', `/api/articles?locale=${codes.zh}`, { data })
  const inEnglish = { data: dataOf('News', 'calibration and flow') }
  await api.send('PUT', `/api/articles/${documentId}?locale=${codes.en}`, inEnglish)
}

const writersAtOnce = 8

function changesIn(
  api: Api,
  editor: Api,
): Pick<Cms, 'changeTitle' | 'unpublish' | 'createDraft' | 'addNews'> {
  const inChinese = `?locale=${codes.zh}`
  const newest = async () => {
    const found = await api.send('GET', `/api/articles${inChinese}&sort=date:desc&pagination[pageSize]=1`)
    return String(Object.values(found as Record<string, { documentId: string }>)[0]?.documentId)
  }
  return {
    changeTitle: async (title) => {
      await api.send('PUT', `/api/articles/${await newest()}${inChinese}`, { data: { title } })
    },
    unpublish: async () => {
      const path = `/content-manager/collection-types/api::article.article/${await newest()}`
      await editor.send('POST', `${path}/actions/unpublish${inChinese}`, {})
    },
    createDraft: async (title) => {
      const date = new Date().toISOString()
      await api.send('POST', `/api/articles${inChinese}&status=draft`, { data: { title, date, body: '-' } })
    },
    async addNews(count) {
      const numbers = Array.from({ length: count }, (_, at) => at).values()
      const writer = async () => {
        for (const number of numbers) await addArticle(api, number)
      }
      await Promise.all(Array.from({ length: writersAtOnce }, writer))
    },
  }
}

/** Of one language, of an entry that others contain, of a file, and for good. */
function otherChangesIn(api: Api, editor: Api): Change[] {
  const first = async (path: string) => {
    const [entry] = Object.values(await api.send('GET', `${path}&pagination[pageSize]=1`))
    return entry as Record<string, unknown>
  }
  const meter = (locale: string) =>
    first(`/api/products?locale=${locale}&filters[slug]=tl-mag&populate[0]=tags&populate[1]=cover`)
  const has =
    (path: string, text: string): Change['isSeen'] =>
    async (get) =>
      (await get(path)).body.includes(text)
  const page = { zh: '/zh/detail_tl-mag', en: '/en/detail_tl-mag' }
  return [
    {
      name: 'the English version alone',
      make: async () => {
        const { documentId } = await meter(codes.en)
        await api.send('PUT', `/api/products/${documentId}?locale=${codes.en}`, {
          data: { title: 'TL-Mag renamed' },
        })
      },
      isSeen: has(page.en, 'TL-Mag renamed'),
    },
    {
      name: 'what has a tag that is renamed',
      make: async () => {
        const [tag] = (await meter(codes.zh))['tags'] as { documentId: string }[]
        await api.send('PUT', `/api/tags/${tag?.documentId}?locale=${codes.zh}`, {
          data: { name: '改名的标签' },
        })
      },
      isSeen: has(page.zh, '改名的标签'),
    },
    {
      name: 'a text with three levels of components',
      make: async () => {
        const service = await first(`/api/services?locale=${codes.zh}&filters[slug]=calibration`)
        const cards = [{ title: '第二层', button: { title: '第三层的文字', path: '/contact' } }]
        const body = [
          { __component: 'shared.text', body: '第一层' },
          { __component: 'shared.section', title: '分段', cards },
        ]
        const path = `/api/services/${service['documentId']}?locale=${codes.zh}`
        await api.send('PUT', path, { data: { body } })
      },
      isSeen: async (get) => {
        const { body } = await get('/zh/detail_calibration')
        return ['第一层', '分段', '第二层', '第三层的文字'].every((text) => body.includes(text))
      },
    },
    {
      name: 'a picture with another text',
      make: async () => {
        const { id } = (await meter(codes.zh))['cover'] as { id: number }
        await editor.edit(`/upload?id=${id}`, { alternativeText: '改写的替代文本' })
      },
      isSeen: has(page.zh, '改写的替代文本'),
    },
    {
      name: 'a picture that is deleted',
      make: async () => {
        const { id } = (await meter(codes.zh))['cover'] as { id: number }
        await editor.send('DELETE', `/upload/files/${id}`)
      },
      isSeen: async (get) => !(await get(page.zh)).body.includes('改写的替代文本'),
    },
    {
      name: 'an article that is deleted',
      make: async () => {
        const { documentId } = await meter(codes.zh)
        await editor.send(
          'DELETE',
          `/content-manager/collection-types/api::product.product/${documentId}?locale=*`,
        )
      },
      isSeen: async (get) =>
        (await get(page.zh)).status === 404 &&
        !(await get('/api/home/article/list/product?lang=zh&page_size=50')).body.includes('"tl-mag"'),
    },
  ]
}
