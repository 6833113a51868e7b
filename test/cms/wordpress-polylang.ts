// WordPress of Debian with one site in two languages, as Polylang Pro makes it (wordpress/polylang.php stands for the plugin).
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../shared/locale.ts'
import { freePort } from '../helpers/free-port.ts'
import type { StartCms } from './cms.ts'
import { sampleItems } from './sample.ts'
import { changesIn, installProgram, programOf, siteInput, startSite } from './wordpress.ts'

const map = `menus: { zh: main, en: main-en }
fields:
  product: { specs: meta.specs }
site:
  zh: { title: 听澜仪表 }
  en: { title: Tinglan Instruments, description: 'Every cubic metre, properly counted' }
`

export const startPolylang: StartCms = async ({ scope, folder, webhook }) => {
  const program = await installProgram(scope, folder)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const items = await sampleItems()
  const hook = { ...webhook, url: new URL('wordpress', webhook.url).href }
  const inputOf = (lang: Locale, at: string) => {
    const input = siteInput(items, lang, at, hook)
    return {
      ...input,
      items: input.items.map((item) => ({ ...item, lang })),
      entries: input.menus[0]!.entries,
    }
  }
  const zh = inputOf('zh', url)
  const en = inputOf('en', `${url}/en`)
  const menus = [
    { name: 'main', lang: 'zh', entries: zh.entries },
    { name: 'main-en', lang: 'en', entries: en.entries },
  ]
  const input = { ...zh, items: [...zh.items, ...en.items], menus }
  const site = await startSite(scope, {
    program,
    folder,
    name: 'all',
    port,
    input,
    plugins: ['polylang.php'],
  })
  const file = join(folder, 'api-map.yaml')
  await writeFile(file, map)
  return {
    ...changesIn(site, {
      found: "'meta_key' => 'cms_lang', 'meta_value' => 'zh'",
      added: "'meta_input' => ['cms_lang' => 'zh']",
      languages: ['zh', 'en'],
    }),
    ...programOf([site]),
    env: { API_KIND: 'wordpress', API_BASE: url, API_TOKEN: site.password, API_MAP: file },
  }
}
