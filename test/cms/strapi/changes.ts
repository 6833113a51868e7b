// Changes of an editor in Strapi, which sends the webhooks.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Change, Cms } from '../cms.ts'
import type { Api } from './client.ts'
import { codes } from './fill.ts'

/** `removeHalf`: in the database, of which no webhook tells. */
export function withdrawalsIn(
  app: string,
  editor: Api,
  token: string,
): Pick<Cms, 'removeHalf' | 'emptyPolicy' | 'revokeToken'> {
  return {
    async removeHalf() {
      const database = new DatabaseSync(join(app, 'data.db'), { timeout: 5000 })
      database.exec(`delete from articles where document_id in
        (select document_id from articles group by document_id having min(id) % 4 < 2)`)
      database.close()
    },
    async emptyPolicy() {
      const nothing = { name: 'read-only', description: '', type: 'custom', permissions: [] }
      await editor.send('PUT', `/admin/api-tokens/${token}`, nothing)
    },
    revokeToken: async () => void (await editor.send('DELETE', `/admin/api-tokens/${token}`)),
  }
}

const texts = {
  zh: (number: number) => [`新闻 ${number}`, `校准与流量 ${number}. `.repeat(40)],
  en: (number: number) => [`News ${number}`, `calibration and flow ${number}. `.repeat(40)],
}

/** In the database: a draft and a public version in each language. */
function addArticles(file: string, count: number): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  const columns = 'document_id, title, slug, date, body, created_at, updated_at, published_at, locale'
  const insert = database.prepare(`insert into articles (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const date = Date.parse('2020-01-02T03:04:05Z')
  const first = Number(database.prepare('select max(id) as id from articles').get()?.['id'])
  database.exec('begin')
  for (let number = first; number < first + count; number++) {
    const key = `many${String(number).padStart(20, '0')}`
    for (const locale of ['zh', 'en'] as const) {
      const [title = '', body = ''] = texts[locale](number)
      for (const published of [null, date])
        insert.run(key, title, `many-${number}`, date, body, date, date, published, codes[locale])
    }
  }
  database.exec('commit')
  database.close()
}

export function changesIn(
  app: string,
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
    addNews: async (count) => addArticles(join(app, 'data.db'), count),
  }
}

/** Changes of one language, of an entry that others contain, of a file, and for good. */
export function otherChangesIn(api: Api, editor: Api): Change[] {
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
