// A response of each business call with all fields of the contract, from the tables of fields.
import type { CallName } from '../../shared/api/calls.ts'
import { defaultSectionList } from '../../shared/constants.ts'
import {
  chapter,
  imageCopy,
  itemFields,
  manualSummary,
  named,
  namedAbout,
} from '../../shared/content/fields.ts'
import type { Field, Fields } from '../../shared/content/reader.ts'
import { bannerFields, configFields, menuFields } from '../../shared/content/site-fields.ts'

const file = '/media/file-1200x675.svg'
const colour = { light: '#0a45a8', dark: '#8ab4ff' }
const languages = ['zh', 'en']
/** Types whose values are not the name of the field. */
const values: Record<string, unknown> = {
  ...{ id: 1, number: 12_345, count: 1, flag: true, date: '2026-03-02T09:30:00+08:00', colour: '#0b1b38' },
  ...{ url: file, logo: '/media/logo-160x32.svg', svg: '/media/mark.svg', path: '/product' },
  ...{ html: '<p>Body</p>', themed: colour, category: 'news', 'search kind': 'manual', status: 'draft' },
  ...{ locale: 'en', languages, 'site languages': languages },
}
const tables: Record<string, Fields> = {
  chapter,
  named,
  neighbour: named,
  product: named,
  'named about': namedAbout,
}

function sampleOf(name: string, { type, list, localized }: Field, changes: object): unknown {
  if (name in changes) return Object.entries(changes).find(([key]) => key === name)?.[1]
  if (type === 'copies') return [full(imageCopy)]
  const fields = typeof type === 'string' ? tables[type] : type
  if (typeof fields === 'function') throw new Error(`${name} has no value of its own`)
  const value = fields ? full(fields) : (values[String(type)] ?? name)
  const inEach = localized ? { zh: value, en: value } : value
  return list ? [inEach] : inEach
}

/** An object with the fields of a table that responses have. */
function full(fields: Fields, changes: object = {}): Record<string, unknown> {
  const sent = Object.entries(fields).filter(([, { only }]) => only !== 'files')
  return Object.fromEntries(sent.map(([name, field]) => [name, sampleOf(name, field, changes)]))
}

const manual = full(manualSummary)
const summary = full(itemFields.summary, { id: 2, title: 'Second', sign: 'second' })
const about = full(itemFields.about)
const article = full(
  { ...itemFields.summary, ...itemFields.article },
  {
    ...{
      title: 'First',
      sign: 'first',
      parent_id: 0,
      items: [{ ...summary, id: 4, title: 'Item' }],
      manuals: [manual],
    },
  },
)
const counted = [{ name: 'tag a', count: 1 }]

export const fullContent = {
  about,
  aboutInfo: about,
  articleDetail: article,
  articleInfo: article,
  articleList: {
    ...{ list: [summary], total: 1, page: 1, page_size: 10, languages, tags: counted },
    facets: [{ name: 'Medium', values: counted }],
  },
  articleRecommends: [summary],
  search: {
    list: [
      {
        ...{ kind: 'manual', id: 51, parent_id: 0, sign: 'manual', within: 'Manual', chapter: '3-wiring' },
        ...{
          title: [{ text: 'Wiring', mark: true }],
          text: [{ text: 'Two wires', mark: false }],
          fragment: 'wiring',
        },
        ...{ file: full(itemFields.manual.attachments.type), cover: file, cover_sizes: [full(imageCopy)] },
        ...{ published_at: values['date'], status: 'draft' },
      },
    ],
    ...{ total: 1, counts: { manual: 1 }, corrected: 'wiring', partial: true, terms: ['wire'] },
  },
  download: full(itemFields.download, { id: 36 }),
  manual: full(itemFields.manual, { siblings: [manual] }),
  labels: {
    home_proof_1_value: '2009',
    home_proof_1_label: 'founded',
    home_products_title: 'Products label',
  },
  banners: [1, 2].map((id) => ({ id, ...full(bannerFields, { title: `Claim ${id}` }) })),
  siteConfig: full(configFields, {
    sections: defaultSectionList.map(({ slug, kind, title }) => ({
      ...{ slug, kind, title, intro: title, one: title, home: false, schema: 'Service', cover: 'wide' },
    })),
    time_zone: 'Asia/Shanghai',
  }),
  menu: [
    full(menuFields, {
      children: [full(menuFields, { id: 2, path: 'https://shop.example/a', children: [] })],
    }),
  ],
  form: { id: 'receipt-1' },
} satisfies Record<CallName, unknown>
