// Changes of an editor in Directus, whose Flow sends the webhooks.
import type { Change, Cms } from '../cms.ts'
import type { Page } from '../visitor.ts'
import type { Api } from './client.ts'
import { codes } from './fill.ts'

type Row = {
  id: number
  slug: string
  cover: string
  translations: { id: number; languages_code: string; title: string }[]
}

/** Published news in Chinese, the newest first. */
async function newsOf(api: Api): Promise<Row[]> {
  const filter = { status: { _eq: 'published' }, translations: { languages_code: { _eq: codes.zh } } }
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: '-date',
    limit: '3',
    fields: 'id,slug,cover,translations.id,translations.languages_code,translations.title',
  })
  return (await api.send('GET', `/items/news?${query}`)) as Row[]
}

const chinese = ({ translations }: Row) =>
  translations.find(({ languages_code }) => languages_code === codes.zh)!

type Changes = Pick<Cms, 'changeTitle' | 'unpublish' | 'createDraft' | 'addNews' | 'otherChanges'>

const rowsAtOnce = 250

export function changesIn(api: Api): Changes {
  const newest = async () => (await newsOf(api))[0]!
  return {
    changeTitle: async (title) => {
      const row = await newest()
      // A plain list would take the other languages from the item.
      const translations = { create: [], update: [{ id: chinese(row).id, title }], delete: [] }
      await api.send('PATCH', `/items/news/${row.id}`, { translations })
    },
    unpublish: async () => {
      await api.send('PATCH', `/items/news/${(await newest()).id}`, { status: 'draft' })
    },
    createDraft: async (title) => {
      const words = { languages_code: codes.zh, title, body: '-' }
      const date = new Date().toISOString()
      await api.send('POST', '/items/news', { status: 'draft', date, translations: [words] })
    },
    async addNews(count) {
      for (let start = 0; start < count; start += rowsAtOnce) {
        const rows = Array.from({ length: Math.min(rowsAtOnce, count - start) }, (_, at) =>
          newsRow(start + at),
        )
        await api.send('POST', '/items/news?fields=id', rows)
      }
    },
    otherChanges: otherChanges(api),
  }
}

function newsRow(number: number) {
  const body = (text: string) => `<p>${`${text} ${number}. `.repeat(40)}</p>`
  return {
    status: 'published',
    slug: `many-${number}`,
    date: '2020-01-02T03:04:05Z',
    translations: [
      { languages_code: codes.zh, title: `新闻 ${number}`, body: body('校准与流量') },
      { languages_code: codes.en, title: `News ${number}`, body: body('calibration and flow') },
    ],
  }
}

const list = '/zh/news'
type Get = (path: string) => Promise<Page>

function otherChanges(api: Api): Change[] {
  const now = Date.now()
  const moved = '2026-11-20T04:00:00Z'
  return [
    onNewest(api, {
      name: 'an article that is deleted, its list, and its neighbour, which names it',
      make: async ([row]) => void (await api.send('DELETE', `/items/news/${row!.id}`)),
      isSeen: (_rows, [page, next], listed) =>
        page!.status === 404 && ![next!, listed].some(({ body }) => body.includes(`${page!.path.slice(3)}"`)),
    }),
    onNewest(api, {
      name: 'all articles that are changed at once, which are beside each other by their new date',
      make: async (rows) => {
        const keys = rows.map(({ id }) => id)
        await api.send('PATCH', '/items/news', { keys, data: { date: moved } })
      },
      isSeen: (rows, pages) =>
        pages.every(({ body }) => body.includes(moved.slice(0, 10))) && areNeighbours(rows, pages),
    }),
    onNewest(api, {
      name: 'an article of which a translation is changed by itself',
      make: async ([row]) => {
        await api.send('PATCH', `/items/news_translations/${chinese(row!).id}`, { title: `译文${now}` })
      },
      isSeen: (_rows, [page], listed) => [page!, listed].every(({ body }) => body.includes(`译文${now}`)),
    }),
    onNewest(api, {
      name: 'the pages with a picture whose description is changed',
      make: async ([row]) => {
        await api.send('PATCH', `/files/${row!.cover}`, { title: `图${now}`, description: `说明${now}` })
      },
      isSeen: (_rows, [page]) => page!.body.includes(`alt="说明${now}"`),
    }),
    movedInList(api),
  ]
}

/** Whether rows of one date are neighbours: each leads to that with the next number. */
function areNeighbours(rows: Row[], pages: Page[]): boolean {
  const inOrder = rows.map(({ id }, at) => ({ id, page: pages[at]! })).sort((a, b) => a.id - b.id)
  return inOrder.every(({ page }, at) => {
    const after = inOrder[at + 1]?.page
    const leads = (from: Page, to: Page, rel: string) =>
      from.body.includes(`href="${to.path.slice(3)}" rel="${rel}"`)
    return !after || (leads(page, after, 'next') && leads(after, page, 'prev'))
  })
}

const services = '/api/home/article/list/service?lang=zh'

/** As an editor who drags the last one to the top. */
function movedInList(api: Api): Change {
  const rowsOf = async () =>
    (await api.send('GET', '/items/services?sort=sort&fields=id,slug&limit=-1')) as {
      id: number
      slug: string
    }[]
  let last: string | undefined
  return {
    name: 'a list in which an item is moved',
    async make() {
      const rows = await rowsOf()
      await api.send('POST', '/utils/sort/services', { item: rows.at(-1)!.id, to: rows[0]!.id })
    },
    async isSeen(get) {
      last ??= (await rowsOf()).at(-1)!.slug
      return /"sign":"([^"]+)"/.exec((await get(services)).body)?.[1] === last
    },
  }
}

type OnNewest = {
  name: string
  make: (rows: Row[]) => Promise<void>
  /** `pages`: those of the rows. */
  isSeen: (rows: Row[], pages: Page[], listed: Page) => boolean
}

/** With the news that are the newest at the first request of their pages, which are then stored. */
function onNewest(api: Api, { name, make, isSeen }: OnNewest): Change {
  let known: { rows: Row[]; paths: string[] } | undefined
  const find = async (get: Get) => {
    const [rows, { body }] = await Promise.all([newsOf(api), get('/api/home/article/list/news?lang=zh')])
    const items: { id: number; sign: string }[] = JSON.parse(body).data.list
    const paths = rows.map(({ slug }) => `${list}/${items.find(({ sign }) => sign === slug)?.id}`)
    return { rows, paths }
  }
  return {
    name,
    make: async () => make(known?.rows ?? []),
    async isSeen(get) {
      known ??= await find(get)
      const pages = await Promise.all(known.paths.map(get))
      return isSeen(known.rows, pages, await get(list))
    },
  }
}
