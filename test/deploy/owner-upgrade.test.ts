// An owner of 0.2 replaces the image and edits nothing: the site starts, and the log names what 0.3 does not know, and what to write.
import { join } from 'node:path'
import t from 'tap'
import { page, writeFiles } from '../content/world.ts'
import { settings } from '../docs/tables.ts'
import { words } from '../helpers/words.ts'
import { startProgram } from '../server/commands/process.ts'

const settingsOf02 = words(`
  ADDRESS_CONNECTIONS ADDRESS_RATE ANALYTICS ANALYTICS_SITE ANALYTICS_URL API_BASE API_HEADERS API_KIND API_MAP API_TOKEN
  API_TOKEN_EN ASSETS_DIR BAIDU_TOKEN CACHE_ENTRY_BYTES CACHE_MEMORY_BYTES CACHE_PAGES CACHE_SNAPSHOT_SECONDS CONTENT_DIR
  DATA_DIR DOWNLOAD_ID DRAIN_SECONDS EARLY_HINTS FINGERPRINT FORM_NAME FORM_RATE_LIMIT FORM_RETENTION_DAYS HOST IMAGE_HOSTS
  INDEXNOW_KEY KEEP_ALIVE_SECONDS LOG_ADDRESSES LOG_ASSETS_ONE_IN LOG_LEVEL MAX_CONNECTIONS MEDIA_RESIZE METRICS_PORT
  NOTIFY_FROM NOTIFY_KIND NOTIFY_SECRET NOTIFY_TO NOTIFY_URL OPS_TOKEN ORIGIN_CA ORIGIN_CONNECTIONS ORIGIN_RESPONSE_LIMIT
  ORIGIN_SITES PORT REDIRECTS REDIS_URL RENDER_CONCURRENCY RENDER_QUEUE ROBOTS SECURITY_CONTACT SECURITY_EXPIRES
  SHUTDOWN_SECONDS SITE_URL SMTP_URL SYNC_SECONDS TRUST_PROXY WEBHOOK_SECRET
`)

const folderOf02 = {
  'site.yaml': 'zh: { title: 水表厂 }\nen: { title: Meters }\nredirects: { /old: /news }\n',
  'brand.yaml':
    "mark: /media/mark.svg\ncolours: { brand: '#334a66', brand_hover: '#22354d' }\n" +
    'zh: { name: 水表厂, icp: 京ICP备1号 }\nen: { name: Meters, phone: +86 10 1 }\n',
  'media/mark.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  'menu.yaml': '- { id: 1, title: { zh: 新闻, en: News }, path: /news }\n',
  'labels.yaml': 'home_products_title: { zh: 产品, en: Products }\n',
  'banners.yaml': 'home:\n  - { id: 1, zh: { title: 水表 }, en: { title: Meters } }\n',
  'form.yaml': '- { name: name }\n- { name: contact }\n- { name: message }\n',
  'news/fair.en.md': page('id: 1\ntitle: The fair\npublished_at: 2026-03-02\nsource: "wordpress:12"'),
  'product/meter.en.md': page(
    'id: 2\ntitle: Meter\nfamily: Meters\nfacets: { Medium: [Water] }\nformat: html',
  ),
  'about/company.en.md': page('id: 3\ntitle: The company\nsign: company'),
  'download/sheets.en.md': page(
    'id: 36\ntitle: Sheets\nitems: [{ id: 1, name: Sheet, url: /media/mark.svg }]',
  ),
  'manual/meter.en.md': page('id: 4\ntitle: The meter\nproducts: [2]'),
}

t.test('what left is named, and everything else is as it was', async (t) => {
  const folder = t.testdir({ content: {}, 'redirects.json': '{"/older": "/en/news"}' })
  const content = join(folder, 'content')
  writeFiles(content, folderOf02)
  const former = settingsOf02.filter((name) => !settings.includes(name))
  const { url, lines } = await startProgram(t, {
    ...Object.fromEntries(former.map((name) => [name, 'x'])),
    ...{ NODE_ENV: 'production', SITE_URL: 'https://www.example.com', CONTENT_DIR: content },
    ...{ REDIRECTS: join(folder, 'redirects.json'), OPS_TOKEN: 'a-token-of-operators', ROBOTS: 'allow' },
  })
  const said = lines.flatMap(({ msg, problem }) =>
    msg === 'environment variable ignored' ? [String(problem)] : [],
  )
  t.strictSame(
    said.map((problem) => problem.replace(/ is no longer a setting: \S.*$/, '')),
    former.sort(),
  )
  t.ok(former.length > 20)
  const ignored = lines.flatMap(({ msg, file, line, problem }) =>
    String(msg).startsWith('content') && problem ? [`${file}:${line} ${problem}`] : [],
  )
  t.strictSame(ignored.sort(), [
    'brand.yaml:2 colours.brand_hover: no longer a key: remove it',
    'news/fair.en.md:5 source: no longer a key: remove it',
    'product/meter.en.md:6 format: no longer a key: write the text in Markdown',
  ])
  const text = async (path: string) => (await fetch(url + path)).text()
  for (const [path, shown] of Object.entries({
    '/': '京ICP备1号',
    '/en/news/1': '>The fair</h1>',
    '/en/product/2': '>Meter</h1>',
    '/en/about/3': 'The company',
    '/en/download36': 'Sheet',
    '/en/manual/4': 'The meter',
    '/older': '>The fair<',
    '/en/contact': '+86 10 1',
  }))
    t.match(await text(path), shown, path)
})
