// The sample content in Strapi, written through its REST API.
import type { Locale } from '../../../shared/locale.ts'
import { type SampleItem, sampleItems, withLinks } from '../sample.ts'
import { createUpload, sampleYaml, siteWords, usualTypes, withoutNumber } from '../sample-fill.ts'
import { toBlocks } from './blocks.ts'
import type { Api } from './client.ts'

export const codes: Record<Locale, string> = { zh: 'zh-Hans', en: 'en' }
const locales = ['zh', 'en'] as const
/** The type of each kind. */
const types: Record<string, string> = { news: 'articles', ...usualTypes }

type Media = { id: number; url: string }
type Fill = {
  upload: (path: unknown, alt?: unknown) => Promise<Media | undefined>
  tag: (name: string, locale: Locale) => Promise<string>
  documents: Map<unknown, string>
  items: SampleItem[]
}

/** `-1600x900` of the sample's names. */
function withoutSize(name: string): string {
  return name.replace(/-\d+x\d+(?:\.[\d-]+)?(?=\.\w+$)/, '')
}

export async function fill(api: Api): Promise<void> {
  const items = await sampleItems()
  const context: Fill = {
    upload: createUpload((file) => api.upload(withoutSize(file.name), file.type, file.bytes, file.alt)),
    tag: createTags(api),
    documents: new Map(),
    items,
  }
  const parentsFirst = items.toSorted((a, b) => Number('parent' in a.front) - Number('parent' in b.front))
  for (const item of parentsFirst) {
    const { kind, lang, front } = item
    const id = context.documents.get(`${kind}/${front['id']}`)
    const data = await entryOf(item, context)
    const path = id ? `/api/${types[kind]}/${id}` : `/api/${types[kind]}`
    const { documentId } = await api.send(id ? 'PUT' : 'POST', `${path}?locale=${codes[lang]}`, { data })
    context.documents.set(`${kind}/${front['id']}`, String(documentId))
  }
  await fillSingles(api, context)
}

function createTags(api: Api): Fill['tag'] {
  const known = new Map<string, string>()
  return async (name, locale) => {
    const key = `${locale} ${name}`
    const id =
      known.get(key) ??
      String((await api.send('POST', `/api/tags?locale=${codes[locale]}`, { data: { name } })).documentId)
    known.set(key, id)
    return id
  }
}

async function entryOf(item: SampleItem, context: Fill): Promise<object> {
  const { kind, name, lang, front } = item
  const { upload, tag, documents } = context
  const id = async (path: unknown, alt?: unknown) => (await upload(path, alt))?.id
  const parent = documents.get(`${kind}/${front['parent']}`)
  const common = {
    title: front['title'],
    slug: front['sign'] ?? name,
    cover: await id(front['cover'], front['cover_alt']),
  }
  const article = {
    summary: front['summary'],
    ...(parent && { parent }),
    tags: await Promise.all(texts(front['tags']).map((name) => tag(name, lang))),
  }
  const files = async () =>
    (await Promise.all(objects(front['attachments']).map(({ url }) => id(url)))).filter(Boolean)
  const order = front['order']
  const body = await bodyOf(item, context)
  switch (kind) {
    case 'news':
      return { ...common, ...article, body, date: front['published_at'], author: front['author'] }
    case 'product':
      return {
        ...common,
        ...article,
        order,
        body: toBlocks(body),
        files: await files(),
        specs: objects(front['specs']).map(({ name, value }) => ({ name, value: String(value) })),
        gallery: await Promise.all(objects(front['gallery']).map(({ url, alt }) => id(url, alt))),
      }
    case 'service':
      return { ...common, ...article, order, body: await zoneOf(body, common.cover) }
    case 'solution':
      return { ...common, ...article, order, body }
    case 'download':
      return { ...common, description: front['description'], order, items: await downloadsOf(front, id) }
    case 'manual':
      return { ...common, order, body, files: await files() }
    default:
      return { ...common, order, body }
  }
}

/** With links to slugs, and files of the media library. */
async function bodyOf({ markdown }: SampleItem, { items, upload }: Fill): Promise<string> {
  const linked = withLinks(markdown, items, ({ kind, name, front }) => `/${kind}/${front['sign'] ?? name}`)
  const paths = [...new Set(linked.match(/\/media\/[^\s)"]+/g) ?? [])]
  const found = await Promise.all(paths.map(async (path) => [path, (await upload(path))?.url] as const))
  return found.reduce((text, [path, url]) => (url ? text.replaceAll(path, url) : text), linked)
}

async function zoneOf(body: string, cover: number | undefined): Promise<object[]> {
  return [
    { __component: 'shared.text', body },
    ...(cover ? [{ __component: 'shared.picture', file: cover, caption: '' }] : []),
    { __component: 'shared.quote', body: '±0.3 %', title: '' },
  ]
}

function downloadsOf(front: SampleItem['front'], id: (path: unknown) => Promise<number | undefined>) {
  return Promise.all(
    objects(front['items']).map(async ({ name, description, version, published_at, url }) => ({
      name,
      description,
      version: version && String(version),
      published_at,
      file: await id(url),
    })),
  )
}

/** The menu of the system has two levels: products instead of their families. */
function lowest(node: Json): Json[] {
  const below = objects(node['children'])
  return below.length > 0 ? below : [node]
}

/** Base configuration, menu, labels and banners, with the words of the sample. */
async function fillSingles(api: Api, { upload }: Fill): Promise<void> {
  const [site, menu, labels, banners] = await Promise.all(
    ['site.yaml', 'menu.yaml', 'labels.yaml', 'banners.yaml'].map(sampleYaml),
  )
  for (const locale of locales) {
    const put = (type: string, data: object) =>
      api.send('PUT', `/api/${type}?locale=${codes[locale]}`, { data })
    const image = async (path: unknown) => (await upload(path))?.id
    await put('global', siteWords(site, locale))
    const entry = (node: Json) => ({
      title: (node['title'] as Json)[locale],
      path: withoutNumber(node['path']),
    })
    const nodes = objects(menu).map((node) => ({
      ...entry(node),
      children: objects(node['children']).flatMap(lowest).map(entry),
    }))
    await put('menu', { items: nodes })
    await put('label', {
      items: Object.entries(labels ?? {}).map(([key, words]) => ({ key, value: words[locale] })),
    })
    const slides = objects(banners?.['home']).flatMap((banner) => objects([banner[locale]]))
    await put('banner', {
      items: await Promise.all(
        slides.map(async ({ title, subtitle, image: large, image_mobile, link_text }) => ({
          title,
          subtitle,
          link: '/product',
          link_text,
          image: await image(large),
          image_mobile: await image(image_mobile),
        })),
      ),
    })
  }
}

type Json = Record<string, unknown>

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(Boolean) : []
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
