// WordPress of Debian with two sites, Chinese and English, on loopback in a temporary folder, filled with the sample content.
import type { ChildProcess } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '../../shared/locale.ts'
import { freePort } from '../helpers/free-port.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { kill, run, type Scope, start, waitFor } from './process.ts'
import { type SampleItem, sampleItems } from './sample.ts'

const program = '/usr/share/wordpress'
const own = join(import.meta.dirname, 'wordpress')
const locales = ['zh', 'en'] as const

export type Cms = {
  /** The environment of a server of the site. */
  env: Record<string, string>
  /** Runs PHP in a site. */
  php: (locale: Locale, code: string) => Promise<string>
  /** Kills the web servers. */
  stop: () => Promise<void>
}

export async function startWordPress(scope: Scope, folder: string, webhook: object): Promise<Cms> {
  const database = await startDatabase(scope, folder)
  const root = join(folder, 'wordpress')
  await cp(program, root, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.includes('wp-content/'),
  })
  await cp(join(own, 'wp-config.php'), join(root, 'wp-config.php'))
  const items = await sampleItems()
  const sites = await Promise.all(locales.map(async (locale) => ({ locale, port: await freePort() })))
  const started: { url: string; env: Record<string, string>; password: string; child: ChildProcess }[] = []
  for (const { locale, port } of sites) {
    const url = `http://127.0.0.1:${port}`
    const env = { ...database, CMS_SITE: locale, CMS_URL: url, CMS_ROOT: root, PHP_CLI_SERVER_WORKERS: '4' }
    await prepareContent(root, locale)
    const input = JSON.stringify(siteInput(items, locale, url, webhook))
    const output = await run('php', ['-d', 'memory_limit=512M', join(own, 'fill.php')], env, input)
    const { password } = JSON.parse(output.slice(output.indexOf('{"password"'))) as { password: string }
    const child = start(scope, 'php', ['-S', `127.0.0.1:${port}`, '-t', root, join(own, 'router.php')], {
      log: join(folder, `php-${locale}.log`),
      env,
    })
    await waitFor(url, async () => (await fetch(`${url}/?rest_route=/`)).ok)
    started.push({ url, env, password, child })
  }
  const [zh, en] = started
  if (!zh || !en) throw new Error('wordpress: two sites expected')
  const map = join(folder, 'api-map.yaml')
  await writeFile(map, mapOf(en.url))
  return {
    env: {
      API_KIND: 'wordpress',
      API_BASE: zh.url,
      API_TOKEN: zh.password,
      API_TOKEN_EN: en.password,
      API_MAP: map,
    },
    php: (locale, code) =>
      run(
        'php',
        ['-r', `require getenv('CMS_ROOT') . '/wp-load.php'; ${code}`],
        locale === 'zh' ? zh.env : en.env,
      ),
    stop: async () => {
      for (const { child, url } of started) {
        kill(child, 'SIGKILL')
        await waitFor(`${url} to be gone`, () =>
          fetch(url).then(
            () => false,
            () => true,
          ),
        )
      }
    },
  }
}

const mapOf = (en: string) => `languages:
  en: { base: '${en}' }
menus: { zh: main, en: main }
fields:
  product: { specs: meta.specs }
`

async function startDatabase(scope: Scope, folder: string): Promise<Record<string, string>> {
  const user = userInfo().username
  const data = join(folder, 'mariadb')
  const socket = join(folder, 'db.sock')
  await run('mariadb-install-db', [
    ...['--no-defaults', `--datadir=${data}`, `--user=${user}`, '--skip-test-db'],
    ...['--auth-root-authentication-method=socket', `--auth-root-socket-user=${user}`],
  ])
  start(
    scope,
    'mariadbd',
    [
      ...['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, `--pid-file=${join(folder, 'db.pid')}`],
      ...[
        '--skip-networking',
        `--user=${user}`,
        '--innodb-buffer-pool-size=64M',
        '--character-set-server=utf8mb4',
      ],
    ],
    { log: join(folder, 'mariadb.log') },
  )
  const sql = (text: string) => run('mariadb', ['--no-defaults', `--socket=${socket}`, '-e', text])
  await waitFor('mariadb', async () => (await sql('select 1')) !== '')
  await sql('create database wordpress character set utf8mb4')
  return { CMS_SOCKET: socket, CMS_USER: user }
}

async function prepareContent(root: string, locale: Locale): Promise<void> {
  const content = join(root, `content-${locale}`)
  await mkdir(join(content, 'uploads'), { recursive: true })
  await mkdir(join(content, 'mu-plugins'), { recursive: true })
  await mkdir(join(content, 'themes'), { recursive: true })
  await cp(join(own, 'types.php'), join(content, 'mu-plugins/types.php'))
}

/** Custom types for some kinds; posts, and pages below a page, for the others. */
const types: Record<string, string> = {
  ...{ news: 'post', product: 'product', service: 'page', solution: 'solution', about: 'page' },
  ...{ download: 'download', manual: 'manual' },
}

function siteInput(items: SampleItem[], locale: Locale, url: string, webhook: object) {
  const isZh = locale === 'zh'
  const sections = [
    { type: 'page', slug: 'service', title: isZh ? '服务' : 'Services', html: '' },
    { type: 'page', slug: 'about', title: isZh ? '关于' : 'About', html: '' },
    { type: 'page', slug: 'contact', title: isZh ? '联系' : 'Contact', html: '<p>1</p>' },
  ]
  const own = items.filter((item) => item.lang === locale && item.name !== 'contact')
  const byId = new Map(own.map((item) => [item.front['id'], item]))
  const sorted = own.toSorted((a, b) => Number('parent' in a.front) - Number('parent' in b.front))
  return {
    title: isZh ? '听澜仪表 &amp; 测试' : 'Tinglan Instruments &amp; Test',
    description: isZh ? '每一方水，都有准数' : 'Every cubic metre, properly counted',
    // Without permalinks the API is at a query parameter.
    permalinks: isZh ? '/%year%/%monthnum%/%postname%/' : '',
    folder: sampleFolder,
    webhook,
    items: [...sections, ...sorted.map((item) => entryOf(item, byId, url))],
    menu: menuOf(isZh, url),
  }
}

function entryOf({ kind, name, front, html }: SampleItem, byId: Map<unknown, SampleItem>, url: string) {
  const parent = byId.get(front['parent'])
  const section = kind === 'service' || kind === 'about' ? `page/${kind}` : undefined
  const date = String(front['published_at'] ?? '2024-01-02T03:04:05+08:00')
  return {
    type: types[kind],
    slug: name,
    title: `${front['title']}${kind === 'news' ? ' & more' : ''}`,
    excerpt: front['summary'] ?? front['description'],
    html: `${linked(html, byId, url)}<p><a href="${url}/contact/">contact</a></p>`,
    date: date.slice(0, 19).replace('T', ' '),
    parent: parent && kind === 'product' ? `${types[kind]}/${parent.name}` : section,
    order: front['order'],
    tags: front['tags'],
    specs: specsText(front['specs']),
    cover: front['cover'],
    alt: front['cover_alt'],
    files: filesOf(front['attachments'] ?? front['items']),
  }
}

/** Links of the sample to its own items as links of WordPress. */
function linked(html: string, byId: Map<unknown, SampleItem>, url: string): string {
  return html.replace(
    /href="(?:\/(?:en|zh))?\/(?:news|product|solution|manual)\/(\d+)"/g,
    (whole, id: string) => {
      const item = byId.get(Number(id))
      return item ? `href="${url}/${types[item.kind]}/${item.name}/"` : whole
    },
  )
}

function specsText(specs: unknown): string | undefined {
  const lines = Array.isArray(specs) ? specs.map(({ name, value }) => `${name}: ${value}`) : []
  return lines.length > 0 ? lines.join('\n') : undefined
}

function filesOf(files: unknown): object[] {
  return Array.isArray(files)
    ? files.map(({ name, url, description }) => ({ name, path: url, description }))
    : []
}

function menuOf(isZh: boolean, url: string) {
  const product = isZh ? '产品' : 'Products'
  return [
    { title: product, url: `${url}/product/` },
    { title: 'TL-Mag', target: 'product/tl-mag', parent: product },
    { title: isZh ? '服务' : 'Services', target: 'page/service' },
    { title: isZh ? '新闻' : 'News', url: `${url}/news/` },
    { title: isZh ? '关于' : 'About', target: 'page/about' },
    { title: isZh ? '公司' : 'Company', target: 'page/company', parent: isZh ? '关于' : 'About' },
    { title: isZh ? '联系' : 'Contact', target: 'page/contact' },
    { title: isZh ? '商城' : 'Shop', url: 'https://shop.example/' },
  ]
}
