// The sample content in Directus, written through its REST API.
import type { Locale } from '../../../shared/locale.ts'
import { type SampleItem, sampleItems, withLinks } from '../sample.ts'
import { createUpload, sampleYaml, siteWords, usualTypes, withoutNumber } from '../sample-fill.ts'
import type { Api } from './client.ts'

type Json = Record<string, unknown>
type Upload = (path: unknown, alt?: unknown) => Promise<string | undefined>

export const codes: Record<Locale, string> = { zh: 'zh-CN', en: 'en-US' }
const locales = ['zh', 'en'] as const
const collections: Record<string, string> = { news: 'news', ...usualTypes }

export async function fill(api: Api): Promise<void> {
  await api.send('POST', '/items/languages', [
    { code: codes.zh, name: '中文' },
    { code: codes.en, name: 'English' },
  ])
  const upload = createUpload(({ name, type, bytes, alt }) => api.upload(name, type, bytes, alt))
  const items = await sampleItems()
  const keys = new Map<string, unknown>()
  const groups = Map.groupBy(items, ({ kind, front }) => `${kind}/${front['id']}`)
  const parentsFirst = [...groups].toSorted(([, a], [, b]) => Number(hasParent(a)) - Number(hasParent(b)))
  for (const [name, group] of parentsFirst) {
    const { kind, front } = group[0]!
    const parent = keys.get(`${kind}/${front['parent']}`)
    const row = { ...(await rowOf(group, items, upload)), ...(parent !== undefined && { parent }) }
    const created = (await api.send('POST', `/items/${collections[kind]}?fields=id`, row)) as Json
    keys.set(name, created['id'])
  }
  await fillSingles(api)
}

function hasParent([first]: SampleItem[]): boolean {
  return first !== undefined && 'parent' in first.front
}

async function rowOf(group: SampleItem[], items: SampleItem[], upload: Upload): Promise<Json> {
  const { kind, name, front } = group[0]!
  const related = async (list: unknown) => {
    const ids = await Promise.all(objects(list).map(({ url, name, alt }) => upload(url, name ?? alt)))
    return ids.flatMap((id) => (id ? [{ directus_files_id: id }] : []))
  }
  const isPage = kind === 'download' || kind === 'manual'
  return {
    status: 'published',
    slug: front['sign'] ?? name,
    ...(!isPage && { cover: await upload(front['cover'], front['cover_alt']) }),
    ...(kind === 'news' ? { date: front['published_at'] } : { sort: front['order'] }),
    ...(kind === 'product' && { gallery: await related(front['gallery']) }),
    ...((kind === 'product' || isPage) && { files: await related(front['attachments'] ?? front['items']) }),
    translations: await Promise.all(
      group.map(async (item) => ({
        languages_code: codes[item.lang],
        title: item.front['title'],
        summary: item.front['summary'] ?? item.front['description'],
        body: await bodyOf(item, items, upload),
        ...(kind === 'news' && { author: item.front['author'] }),
        ...(!isPage && kind !== 'about' && { tags: item.front['tags'] ?? [] }),
        ...(kind === 'product' && { specs: item.front['specs'] ?? [] }),
      })),
    ),
  }
}

/** HTML of the editor in news, Markdown elsewhere; with links to slugs, and files of the library. */
async function bodyOf({ kind, markdown, html }: SampleItem, items: SampleItem[], upload: Upload) {
  const linked = withLinks(kind === 'news' ? html : markdown, items, (item) => addressOf(item))
  const paths = [...new Set(linked.match(/\/media\/[^\s)"]+/g) ?? [])]
  const found = await Promise.all(paths.map(async (path) => [path, await upload(path)] as const))
  return found.reduce((text, [path, id]) => (id ? text.replaceAll(path, `/assets/${id}`) : text), linked)
}

function addressOf({ kind, name, front }: SampleItem): string {
  return `/${kind}/${front['sign'] ?? name}`
}

/** Base configuration and menu, with the words of the sample. */
async function fillSingles(api: Api): Promise<void> {
  const [site, menu] = await Promise.all(['site.yaml', 'menu.yaml'].map(sampleYaml))
  const inBoth = (words: (locale: Locale) => Json) => ({
    translations: locales.map((locale) => ({ languages_code: codes[locale], ...words(locale) })),
  })
  await api.send(
    'PATCH',
    '/items/site',
    inBoth((locale) => siteWords(site, locale)),
  )
  const nodes = (list: unknown, locale: Locale): Json[] =>
    objects(list).map((node) => ({
      title: (node['title'] as Json)[locale],
      path: withoutNumber(node['path']),
      children: nodes(node['children'], locale),
    }))
  await api.send(
    'PATCH',
    '/items/menu',
    inBoth((locale) => ({ items: nodes(menu, locale) })),
  )
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(Boolean) : []
}
