// What has to hold with a real content system: pages, search, sitemaps, feeds, webhook, secrets, and the system killed under load.
import { readFile } from 'node:fs/promises'
import { waitFor } from './process.ts'
import type { Cms } from './wordpress.ts'

type Options = { url: string; log: string; cms: Cms; env: Record<string, string> }
type Page = { path: string; status: number; body: string }

const sections = ['/', '/news', '/product', '/service', '/solution', '/about', '/contact', '/download']
const accept = { accept: 'text/html,*/*' }

/** Prints a line for each condition; resolves with whether all hold. */
export async function checkSite({ url, log, cms, env }: Options): Promise<boolean> {
  let isGood = true
  const seen: Page[] = []
  const expect = (what: string, holds: boolean, more = '') => {
    console.log(`${holds ? 'ok' : 'NOT OK'}  ${what}${holds ? '' : `  ${more}`}`)
    isGood = isGood && holds
  }
  const get = async (path: string): Promise<Page> => {
    const response = await fetch(url + path, { headers: accept, redirect: 'manual' })
    const page = { path, status: response.status, body: await response.text() }
    seen.push(page)
    return page
  }
  await waitFor('readyz', async () => (await fetch(`${url}/readyz`)).ok)

  for (const prefix of ['/zh', '/en']) {
    const items = await itemPaths(prefix, get)
    const paths = [...sections, ...items].map((path) => (path === '/' ? prefix : prefix + path))
    // As a crawler does: each new page takes several requests of the system.
    const pages = await fewAtOnce(paths, get)
    const failed = pages.filter(({ status }) => status !== 200)
    expect(
      `${pages.length} pages below ${prefix}`,
      failed.length === 0,
      failed.map((one) => `${one.path} ${one.status}`).join(' '),
    )
  }
  for (const [path, word] of [
    ['/zh/news?keywords=校准', '校准'],
    ['/en/product?keywords=flow', 'flow'],
  ] as const) {
    const { status, body } = await get(encodeURI(path))
    expect(`search for ${word}`, status === 200 && /class="(?:card|line)/.test(body))
  }
  for (const prefix of ['zh', 'en']) {
    // The first request starts the walk over all items.
    await waitFor('sitemap', async () => (await get(`/${prefix}/sitemap.xml`)).status === 200).catch(() => {})
    const { status, body } = await get(`/${prefix}/sitemap.xml`)
    expect(
      `sitemap ${prefix}`,
      status === 200 && body.split('<loc>').length > 20,
      `${status} ${body.slice(0, 200)}`,
    )
    const feed = await get(`${prefix === 'zh' ? '' : '/en'}/news/feed.xml`)
    expect(`feed ${prefix}`, feed.status === 200 && /<(?:item|entry)>/.test(feed.body), String(feed.status))
  }
  const images = [
    ...new Set(seen.flatMap(({ body }) => body.match(/\/media\/[^"' ,<)]+\.(?:jpg|csv|pdf)/g) ?? [])),
  ].slice(0, 20)
  const files = await Promise.all(images.map(async (path) => (await fetch(url + path)).status))
  expect(
    `${images.length} files below /media/`,
    images.length > 5 && files.every((status) => status === 200),
    files.join(' '),
  )
  for (const path of ['/media/%2e%2e/%2e%2e/wp-config.php', '/media/x.php', '/media/../wp-config.php'])
    expect(`no file at ${path}`, (await get(path)).status === 404)

  await checkWebhook()
  await checkOutage()
  const hidden = [env['API_TOKEN'], env['API_TOKEN_EN'], env['API_BASE'], ...(await portsOf(env))].flatMap(
    (one) => one ?? [],
  )
  const metrics = await get('/metrics')
  const texts = [...seen, metrics, { path: 'log', status: 200, body: await readFile(log, 'utf8') }]
  const leaks = texts.filter(({ body }) => hidden.some((secret) => body.includes(secret)))
  expect(
    `tokens and addresses in none of ${texts.length} responses and logs`,
    leaks.length === 0,
    leaks.map(({ path }) => path).join(' '),
  )
  return isGood

  async function checkWebhook() {
    const { body } = await get('/zh/news')
    const id = /href="\/(?:zh\/)?news\/(\d+)"/.exec(body)?.[1]
    const path = `/zh/news/${id}`
    await get(path)
    const changed = `标题${Date.now()}`
    await cms.php(
      'zh',
      `$post = get_posts(['numberposts' => 1])[0]; wp_update_post(['ID' => $post->ID, 'post_title' => '${changed}']);`,
    )
    const isShown = async () =>
      (await get(path)).body.includes(changed) && (await get('/zh/news')).body.includes(changed)
    await waitFor('a changed title', isShown, 20_000).catch(() => {})
    expect('a webhook of WordPress purges the article and its list', await isShown())
  }

  async function checkOutage() {
    const items = await itemPaths('/en', get)
    const paths = [...sections, ...items].map((path) => (path === '/' ? '/en' : `/en${path}`))
    const requests = Array.from({ length: 400 }, (_, index) => paths[index % paths.length]!)
    await cms.stop()
    await fetch(`${url}/ops/purge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env['OPS_TOKEN']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ all: true }),
    })
    const statuses = await Promise.all(requests.map(async (path) => (await get(path)).status))
    const failed = statuses.filter((status) => status !== 200)
    expect(
      '400 requests with WordPress killed and everything stale',
      failed.length === 0,
      `${failed.length} failed`,
    )
  }
}

/** Four at once. */
async function fewAtOnce<T>(paths: string[], get: (path: string) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  const left = paths.values()
  const worker = async () => {
    for (const path of left) done.push(await get(path))
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return done
}

/** Some items of each kind, found as a visitor finds them, without the prefix of the language. */
async function itemPaths(prefix: string, get: (path: string) => Promise<Page>): Promise<string[]> {
  const pages = await Promise.all(sections.map((path) => get(path === '/' ? prefix : prefix + path)))
  const links = pages.flatMap(({ body }) => [
    ...body.matchAll(/href="(?:\/en)?(\/(?:(?:news|product|service|solution|about)\/\d+|download\d+))"/g),
  ])
  return [...new Set(links.map(([, path = '']) => path))].slice(0, 60)
}

async function portsOf(env: Record<string, string>): Promise<string[]> {
  const map = await readFile(env['API_MAP'] ?? '', 'utf8')
  return [...map.matchAll(/http:\/\/[\w.:]+/g)].map(([base]) => base)
}
