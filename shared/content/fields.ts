// The fields of items: one table, from which types, responses, front matter, openapi.yaml and the tables of the documents follow.
import type { Fields, Side } from './reader.ts'

const published = {
  type: 'date',
  en: 'before this time the item is not public; the date in lists and feeds',
  zh: '在此时间之前不公开；也是列表和订阅中的日期',
} as const
const every = {
  id: { type: 'id', required: true, en: 'the number in the address', zh: '网址中的编号' },
  title: { type: 'heading', required: true },
  order: {
    type: 'number',
    only: 'files',
    en: 'the place in lists: items with an `order` first, then the newest',
    zh: '在列表中的位置：有 `order` 的在前，其余从新到旧',
  },
  draft: { type: 'flag', only: 'files', en: '`true`: not public', zh: '`true`：不公开' },
  published_at: { ...published, only: 'files' },
  expires_at: {
    type: 'date',
    only: 'files',
    zh: '从此时间起不再公开',
    en: 'from this time on the item is not public',
  },
  aliases: {
    type: 'address',
    list: true,
    only: 'files',
    zh: '以前的网址，如 `/old/page.html`',
    en: 'earlier addresses, as `/old/page.html`',
  },
  seo: {
    type: {
      title: {
        type: 'filled',
        en: 'instead of `title` in the title of the window',
        zh: '代替窗口标题中的 `title`',
      },
      description: { type: 'filled', en: 'instead of the summary', zh: '代替摘要' },
      image: { type: 'url', en: 'the picture of shared links', zh: '分享链接时的图片' },
      noindex: { type: 'flag', en: '`true`: not for search engines', zh: '`true`：不让搜索引擎收录' },
    },
    else: undefined,
    en: 'for search engines and shared links',
    zh: '用于搜索引擎和分享链接',
  },
  languages: { type: 'languages', only: 'responses' },
  noindex_in: { type: 'languages', only: 'responses' },
  status: { type: 'status', only: 'responses' },
} as const satisfies Fields

const cover = { type: 'url', en: 'the picture above the text', zh: '正文上方的图片' } as const
const sign = {
  type: 'sign',
  en: 'a second address, `/about/{sign}`; not of digits only',
  zh: '第二个网址 `/about/{sign}`，不能只有数字',
} as const
const size = {
  type: 'number',
  en: 'bytes; counted for a file in the folder',
  zh: '字节数；文件夹中的文件会自动计算',
} as const
const language = {
  type: 'locale',
  else: undefined,
  en: 'the language of the file',
  zh: '文件的语言',
} as const
const attachment = {
  name: { type: 'filled prose', required: true },
  language,
  url: { type: 'url', required: true },
  size,
} as const satisfies Fields
const spec = {
  name: { type: 'filled prose', required: true },
  value: { type: 'prose', required: true },
} as const satisfies Fields
const body = { type: 'html', required: true, only: 'responses' } as const

const file = {
  name: { type: 'filled prose', required: true },
  description: { type: 'prose' },
  version: { type: 'text', en: "in a file in quotes: `'1.2'`", zh: "在文件中要加引号：`'1.2'`" },
  published_at: { type: 'date' },
  approval: {
    type: 'filled prose',
    en: 'of a certificate, what it is about, as `ISO 9001`: the file is in the band of approvals of its products, and of the home page (`home_approvals`)',
    zh: '证书的对象，例如 `ISO 9001`：文件显示在所属产品和首页（`home_approvals`）的资质栏中',
  },
  language,
  url: { type: 'url', required: true },
  size,
  sha256: {
    type: 'text',
    en: 'in hexadecimal; computed for a file in the folder',
    zh: '十六进制；文件夹中的文件会自动计算',
  },
} as const satisfies Fields

/** Copies of one image in other sizes, for `srcset`. */
export const imageCopy = {
  url: { type: 'url', required: true },
  width: { type: 'number', required: true },
  height: { type: 'number', required: 'files' },
} as const satisfies Fields
export const named = {
  id: { type: 'id', required: true },
  title: { type: 'text', required: true },
} as const satisfies Fields
export const namedAbout = {
  id: { type: 'id', required: true },
  sign: { type: 'text' },
  title: { type: 'plain claim', required: true },
} as const satisfies Fields
export const chapter = {
  id: { type: 'text', required: true },
  title: { type: 'text', required: true },
} as const satisfies Fields

const { seo, id, noindex_in, ...everyInLists } = every

export const itemFields = {
  /** Fields of an article, also in lists. */
  summary: {
    // In this order: errors name the first field that is wrong.
    id,
    category: { type: 'category', required: true, only: 'responses' },
    ...everyInLists,
    published_at: { ...published, required: ['news'] },
    summary: {
      type: 'prose',
      en: 'one or two sentences, for lists, feeds and search engines',
      zh: '一两句话，用于列表、订阅和搜索引擎',
    },
    cover: { type: 'url', en: 'the picture in lists and above the text', zh: '列表中和正文上方的图片' },
    cover_alt: { type: 'text', en: 'what the cover shows', zh: '封面上是什么' },
    cover_sizes: {
      type: 'copies',
      en: 'copies of a cover of another site, each with `url`, `width` and `height`',
      zh: '其他网站的封面的各种尺寸，各有 `url`、`width` 和 `height`',
    },
    updated_at: { type: 'date', en: 'shown for news', zh: '在新闻中显示' },
    tags: {
      type: 'filled',
      list: true,
      en: 'below the title, and filters above the list; other words for the same thing are `synonyms` of `site.yaml`',
      zh: '显示在标题下方，也是列表上方的筛选；同一事物的其他说法写在 `site.yaml` 的 `synonyms` 中',
    },
    family: {
      type: 'filled',
      kinds: ['product'],
      en: 'the heading of a group in the list of products',
      zh: '产品列表中的分组标题',
    },
    sign: { type: 'sign', en: 'a second address, `/detail_{sign}`', zh: '第二个网址 `/detail_{sign}`' },
  },
  /** Fields of an article beyond its summary. */
  article: {
    seo,
    noindex_in,
    body,
    parent: {
      type: 'id',
      only: 'files',
      en: 'makes the article a sub-item of that one of its folder, at `/product/{parent}/{id}`: it is listed on the page of its parent alone, and public while the parent is',
      zh: '成为同一文件夹中该文章的子项，网址为 `/product/{parent}/{id}`，只列在上级的页面上；上级不公开时子项也不公开',
    },
    parent_id: { type: 'id', only: 'responses' },
    listed: {
      type: 'flag',
      only: 'files',
      en: '`false`: in no list, search or recommendation; the address works',
      zh: '`false`：不在列表、搜索和推荐中，网址仍然有效',
    },
    facets: {
      type: { name: { type: 'filled', required: true }, values: { type: 'filled', list: true } },
      list: 'map',
      kinds: ['product'],
      en: 'menus of the product finder, and rows of the comparison; written alike on every product',
      zh: '选型器的菜单，也是对比表的行；各产品的写法要一致',
    },
    author: { type: 'text', en: 'shown for news', zh: '在新闻中显示' },
    specs: {
      type: spec,
      list: true,
      en: 'a table, on a product above the text',
      zh: '参数表，在产品页上位于正文之前',
    },
    highlights: {
      type: 'filled prose',
      list: true,
      kinds: ['product'],
      en: 'names of `specs`: the key figures beside the picture; default: the first four',
      zh: '`specs` 中的名称：图片旁显示的主要参数；默认为前四项',
    },
    variants: {
      type: {
        code: { type: 'filled', required: true, en: 'the order code', zh: '订货号' },
        size: { type: 'prose', en: 'in a column of its own', zh: '规格，单独一列' },
        attributes: { type: spec, list: true, en: 'a column for each name', zh: '每个名称一列' },
      },
      list: true,
      kinds: ['product'],
      en: 'a table of order codes',
      zh: '订货号表',
    },
    references: {
      type: {
        name: { type: 'filled prose', required: true },
        place: { type: 'prose' },
        since: { type: 'text', en: "in quotes: `'2019'`", zh: "要加引号：`'2019'`" },
        text: { type: 'prose' },
      },
      list: true,
      kinds: ['product'],
      en: 'where the product is in use',
      zh: '应用实例',
    },
    gallery: {
      type: {
        url: { type: 'url', required: true },
        alt: { type: 'text', en: 'what the picture shows', zh: '图片上是什么' },
        sizes: { type: 'copies', en: 'as `cover_sizes`', zh: '同 `cover_sizes`' },
      },
      list: true,
      en: 'pictures, on a product instead of the cover',
      zh: '一组图片，在产品上代替封面',
    },
    attachments: {
      type: attachment,
      list: true,
      en: 'files to download, beside the text',
      zh: '可下载的文件，显示在正文旁',
    },
    items: {
      type: 'summary',
      list: true,
      only: 'responses',
      en: 'sub-items, at `/news/{id}/{subId}` and `/product/{id}/{subId}`',
    },
    documents: {
      type: file,
      list: true,
      only: 'responses',
      en: 'of a product: the files of downloads that belong to it, without its attachments',
    },
    manuals: { type: 'manual', list: true, only: 'responses', en: 'of a product' },
    prev: { type: 'neighbour', else: undefined, only: 'responses' },
    next: { type: 'neighbour', else: undefined, only: 'responses' },
  },
  about: {
    ...every,
    title: {
      type: 'claim',
      required: true,
      en: 'a `|` is a line break of the heading, and shown nowhere',
      zh: '`|` 表示大标题在此换行，其他地方都不显示',
    },
    sign,
    cover,
    summary: { type: 'prose', en: 'one or two sentences below the title', zh: '一两句话，显示在标题下方' },
    facts: { type: spec, list: true, en: 'figures below the summary', zh: '摘要下方的数字' },
    body,
    siblings: { type: 'named about', list: true, only: 'responses' },
  },
  download: {
    ...every,
    description: { type: 'prose', en: 'above the table of files', zh: '文件表上方的文字' },
    categories: { type: 'named', list: true, only: 'responses' },
    items: {
      type: {
        id: {
          type: 'id',
          required: true,
          en: 'different from the other ids of the list',
          zh: '在列表中不重复',
        },
        ...file,
        products: {
          type: 'product',
          list: true,
          en: 'the products that the file belongs to',
          zh: '文件所属的产品',
        },
      },
      list: true,
      en: 'the files in their order',
      zh: '各个文件，按此顺序',
    },
  },
  manual: {
    ...every,
    summary: {
      type: 'prose',
      en: 'below the title, in the index of manuals',
      zh: '显示在标题下方和手册目录中',
    },
    products: {
      type: 'product',
      list: true,
      en: 'the products that the manual belongs to',
      zh: '手册所属的产品',
    },
    attachments: { type: attachment, list: true, en: 'files beside the text', zh: '正文旁的文件' },
    body,
    chapters: { type: 'chapter', list: true, only: 'responses' },
    siblings: {
      type: 'manual',
      list: true,
      only: 'responses',
      en: 'all manuals, this one too; missing where there is no index of manuals',
    },
  },
} as const satisfies Record<string, Fields>

const { summary, products } = itemFields.manual
/** A manual in lists. */
export const manualSummary = { id, title: named.title, summary, products } as const satisfies Fields

type SentName<F> = { [K in keyof F]: F[K] extends { only: Side } ? never : K }[keyof F]

/** The fields that a response has as the content file has them. */
export function sentNames<F extends Fields>(fields: F): SentName<F>[] {
  return Object.keys(fields).filter((name) => fields[name]!.only === undefined) as SentName<F>[]
}
