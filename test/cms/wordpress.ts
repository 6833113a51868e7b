// WordPress of Debian with two sites, Chinese and English, on loopback in a temporary folder, filled with the sample content.
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '../../shared/locale.ts'
import { freePort } from '../helpers/free-port.ts'
import type { Cms, StartCms } from './cms.ts'
import { createServerProcess, run, type Scope, type ServerProcess, start, waitFor } from './process.ts'
import { type SampleItem, sampleItems, withLinks, writeSampleFiles } from './sample.ts'

const program = '/usr/share/wordpress'
const own = join(import.meta.dirname, 'wordpress')
const locales = ['zh', 'en'] as const

export const startWordPress: StartCms = async ({ scope, folder, webhook }) => {
  const program = await installProgram(scope, folder)
  const items = await sampleItems()
  const started: Site[] = []
  for (const locale of locales) {
    const port = await freePort()
    const input = siteInput(items, locale, `http://127.0.0.1:${port}`, webhook)
    started.push(await startSite(scope, { program, folder, name: locale, port, input }))
  }
  const [zh, en] = started
  if (!zh || !en) throw new Error('wordpress: two sites expected')
  const map = join(folder, 'api-map.yaml')
  await writeFile(map, mapOf(en.url))
  return {
    ...changesIn(zh),
    addNews: async (count) => {
      for (const site of started) await changesIn(site).addNews(count)
    },
    ...programOf(started),
    env: {
      API_KIND: 'wordpress',
      API_BASE: zh.url,
      API_MAP: map,
      API_TOKEN: zh.password,
      API_TOKEN_EN: en.password,
    },
  }
}

export type Program = { root: string; env: Record<string, string> }
export type Site = { url: string; env: Record<string, string>; password: string; server: ServerProcess }

/** WordPress itself and its database. */
export async function installProgram(scope: Scope, folder: string): Promise<Program> {
  const database = await startDatabase(scope, folder)
  const root = join(folder, 'wordpress')
  await writeSampleFiles(folder)
  await cp(program, root, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.includes('wp-content/'),
  })
  await cp(join(own, 'wp-config.php'), join(root, 'wp-config.php'))
  return { root, env: { ...database, CMS_ROOT: root, PHP_CLI_SERVER_WORKERS: '4' } }
}

type SiteOptions = {
  program: Program
  folder: string
  name: string
  port: number
  input: object
  plugins?: string[]
}

/** Fills a site and starts its web server. `plugins`: must-use plugins besides that of the content types. */
export async function startSite(scope: Scope, options: SiteOptions): Promise<Site> {
  const { program, folder, name, port, input, plugins = [] } = options
  const url = `http://127.0.0.1:${port}`
  const env = { ...program.env, CMS_SITE: name, CMS_URL: url }
  await prepareContent(program.root, name, ['types.php', ...plugins])
  const fill = ['-d', 'memory_limit=512M', join(own, 'fill.php')]
  const output = await run('php', fill, env, JSON.stringify({ ...input, folder }))
  const { password } = JSON.parse(output.slice(output.indexOf('{"password"'))) as { password: string }
  const server = createServerProcess(scope, {
    command: 'php',
    args: ['-S', `127.0.0.1:${port}`, '-t', program.root, join(own, 'router.php')],
    log: join(folder, `php-${name}.log`),
    env,
    readyUrl: `${url}/?rest_route=/`,
  })
  await server.start()
  return { url, env, password, server }
}

/** What is the same for all sites. */
export function programOf(
  sites: Site[],
): Pick<Cms, 'hidden' | 'closedPaths' | 'missingRoutes' | 'unreadFields' | 'kill' | 'restart'> {
  return {
    hidden: sites.map(({ password }) => Buffer.from(password).toString('base64')),
    closedPaths: ['/media/%2e%2e/%2e%2e/wp-config.php', '/media/x.php', '/media/../wp-config.php'],
    // Posts are not hierarchical; the links of the site without permalinks lead to no manual.
    missingRoutes: ['news-sub-detail', 'manual'],
    unreadFields: [
      '_links',
      'guid',
      'ping_status',
      'comment_status',
      'template',
      'routes',
      'image_meta',
      'class_list',
    ],
    kill: async () => void (await Promise.all(sites.map(({ server }) => server.kill()))),
    restart: async () => void (await Promise.all(sites.map(({ server }) => server.start()))),
  }
}

/** Changes in one site. The must-use plugin of types.php sends the webhooks. `fields`: of the posts, as PHP. */
export function changesIn(
  { env }: Site,
  fields: { found?: string; added?: string; languages?: string[] } = {},
): Pick<Cms, 'changeTitle' | 'unpublish' | 'createDraft' | 'addNews' | 'removeHalf' | 'revokeToken'> {
  const { found = '', added = '', languages = [''] } = fields
  const php = async (code: string) => {
    await run('php', ['-r', `require getenv('CMS_ROOT') . '/wp-load.php'; ${code}`], env)
  }
  const update = (changed: string) =>
    php(
      `$post = get_posts(['numberposts' => 1, ${found}])[0]; wp_update_post(['ID' => $post->ID, ${changed}]);`,
    )
  return {
    changeTitle: (title) => update(`'post_title' => '${title}'`),
    unpublish: () => update(`'post_status' => 'draft'`),
    createDraft: (title) =>
      php(`wp_insert_post(['post_title' => '${title}', 'post_content' => '-', ${added}]);`),
    addNews: (count) => php(addPosts(count, languages)),
    removeHalf: () =>
      php(
        `global $wpdb; $wpdb->query("update $wpdb->posts set post_status = 'trash' where post_type = 'post' and ID % 2 = 0");`,
      ),
    revokeToken: () => php(`WP_Application_Passwords::delete_all_application_passwords(1);`),
  }
}

/** Past the hooks of WordPress. `languages`: of a site with several. */
function addPosts(count: number, languages: string[]): string {
  return `global $wpdb; $text = str_repeat('<p>calibration and flow 校准与流量</p>', 20);
    foreach (explode(',', '${languages.join()}') as $lang) for ($i = 1; $i <= ${count}; $i++) {
      $wpdb->insert($wpdb->posts, ['post_author' => 1, 'post_title' => "News $lang $i", 'post_name' => "many-$lang$i",
        'post_content' => $text, 'post_type' => 'post', 'post_status' => 'publish', 'post_date' => '2020-01-02 03:04:05',
        'post_date_gmt' => '2020-01-01 19:04:05', 'post_modified' => '2020-01-02 03:04:05',
        'post_modified_gmt' => '2020-01-01 19:04:05', 'post_excerpt' => '', 'to_ping' => '', 'pinged' => '',
        'post_content_filtered' => '']);
      if ($lang) foreach (['cms_lang' => $lang, 'cms_group' => "post/many-$i"] as $key => $value)
        $wpdb->insert($wpdb->postmeta, ['post_id' => $wpdb->insert_id, 'meta_key' => $key, 'meta_value' => $value]);
    }`
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
    '--no-defaults',
    `--datadir=${data}`,
    `--tmpdir=${folder}`,
    `--user=${user}`,
    '--skip-test-db',
    '--auth-root-authentication-method=socket',
    `--auth-root-socket-user=${user}`,
  ])
  start(
    scope,
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${join(folder, 'db.pid')}`,
      '--skip-networking',
      `--user=${user}`,
      '--innodb-buffer-pool-size=64M',
      '--character-set-server=utf8mb4',
    ],
    { log: join(folder, 'mariadb.log') },
  )
  const sql = (text: string) => run('mariadb', ['--no-defaults', `--socket=${socket}`, '-e', text])
  await waitFor('mariadb', async () => (await sql('select 1')) !== '')
  await sql('create database wordpress character set utf8mb4')
  return { CMS_SOCKET: socket, CMS_USER: user }
}

async function prepareContent(root: string, site: string, plugins: string[]): Promise<void> {
  const content = join(root, `content-${site}`)
  await mkdir(join(content, 'uploads'), { recursive: true })
  await mkdir(join(content, 'mu-plugins'), { recursive: true })
  await mkdir(join(content, 'themes'), { recursive: true })
  for (const plugin of plugins) await cp(join(own, plugin), join(content, 'mu-plugins', plugin))
}

/** Custom types for some kinds; posts, and pages below a page, for the others. */
const types: Record<string, string> = {
  news: 'post',
  product: 'product',
  service: 'page',
  solution: 'solution',
  about: 'page',
  download: 'download',
  manual: 'manual',
}

/** `url`: of the site, or of its part in this language. */
export function siteInput(items: SampleItem[], locale: Locale, url: string, webhook: object) {
  const isZh = locale === 'zh'
  const sections = [
    { type: 'page', slug: 'service', title: isZh ? '服务' : 'Services', html: '' },
    // The English one has no text of its own.
    { type: 'page', slug: 'about', title: isZh ? '关于' : 'About', html: isZh ? '<p>关于我们。</p>' : '' },
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
    webhook,
    items: [...sections, ...sorted.map((item) => entryOf(item, byId, url))],
    menus: [{ name: 'main', lang: '', entries: menuOf(isZh, url) }],
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
    html: `${withLinks(html, [...byId.values()], (item) => url + addressOf(item))}<p><a href="${url}/contact/">contact</a></p>`,
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

/** As WordPress writes it, with permalinks. */
function addressOf({ kind, name }: SampleItem): string {
  return `/${types[kind] === 'page' ? kind : types[kind]}/${name}/`
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
