// The fields of items: one table, from which types, readers, front matter, openapi.yaml and the tables of the documents follow.
import type { Fields } from './field.ts'

const published = {
  type: 'date',
  en: 'before this time the item is not public. Of articles also the date in lists, sitemaps and feeds.',
  zh: '在此时间之前不公开；对文章也是列表、站点地图和订阅中的日期',
} as const
const every = {
  id: { type: 'id', required: true, en: 'the number in the address', zh: '网址中的编号' },
  title: { type: 'filled', required: true },
  order: {
    type: 'number',
    only: 'files',
    en: 'the place in lists: items with an `order` come first, by it; then the newest; items without a date last, by id',
    zh: '在列表中的位置：有 `order` 的在前，其次按时间从新到旧，没有日期的最后，按编号',
  },
  draft: { type: 'flag', only: 'files', en: '`true`: not public, whatever its dates', zh: '`true`：不公开' },
  published_at: { ...published, only: 'files' },
  expires_at: {
    type: 'date',
    only: 'files',
    zh: '从此时间起不再公开，网址返回 404',
    en: 'from this time on the item is not public: its address responds with 404',
  },
  aliases: {
    type: 'address',
    list: true,
    only: 'files',
    zh: '此页以前的网址，访问时转到此页',
    en: 'addresses that the page had before, as `/old/page.html`: they lead to it',
  },
  format: {
    type: 'format',
    only: 'files',
    zh: '正文是 HTML 而不是 Markdown；每个 `h2` 是一章',
    en: 'the text below is HTML instead of Markdown; each `h2` begins a chapter',
  },
  source: {
    type: 'text',
    only: 'files',
    zh: '内容的来源，由连接内容系统的服务器写入',
    en: 'where the item has been pulled from: written by the server in front of a content system',
  },
  seo: {
    type: {
      title: {
        type: 'filled',
        en: 'instead of `title` in the title of the window; the title of the site follows it',
        zh: '代替窗口标题中的 `title`，其后是网站标题',
      },
      description: { type: 'filled', en: 'instead of the summary', zh: '代替摘要' },
      image: { type: 'url', en: 'the picture of shared links', zh: '分享链接时的图片' },
      noindex: {
        type: 'flag',
        en: '`true`: search engines do not show the page, and no sitemap has it. Lists, feeds and the search of the site do',
        zh: '`true`：搜索引擎不显示此页，站点地图中也没有；本站的列表、订阅和搜索中仍有',
      },
    },
    en: 'for search engines and shared links, instead of title, summary and cover',
    zh: '用于搜索引擎和分享链接，代替标题、摘要和封面',
  },
  languages: { type: 'languages', only: 'responses' },
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
  en: 'bytes; those of a file in the folder are counted',
  zh: '字节数；文件夹中的文件会自动计算',
} as const
const language = {
  type: 'locale',
  en: 'the language of the file, shown beside its type; without it nothing is shown',
  zh: '文件的语言，显示在类型旁；不写则不显示',
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
  version: { type: 'text', en: "in a content file in quotes: `'1.2'`", zh: "在文件中要加引号：`'1.2'`" },
  published_at: { type: 'date' },
  approval: {
    type: 'filled prose',
    en: 'what a certificate is about, in a word or two, as `ISO 9001`: the file is in the band of approvals of its products, and of the home page with the label `home_approvals`',
    zh: '证书的对象，一两个词，例如 `ISO 9001`：文件显示在所属产品页的资质栏中；写了标签 `home_approvals` 时也显示在首页的资质栏中',
  },
  language,
  url: { type: 'url', required: true },
  size,
  sha256: {
    type: 'text',
    en: 'in hexadecimal; that of a file in the folder is computed',
    zh: '十六进制；文件夹中的文件会自动计算',
  },
} as const satisfies Fields

const { seo, id, ...everyInLists } = every

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
      en: 'one or two sentences: in lists, above the text, for search engines, in feeds',
      zh: '一两句话：用于列表、正文上方、搜索引擎和订阅',
    },
    cover: {
      type: 'url',
      en: 'the picture in lists, above the text and on the share card',
      zh: '列表中、正文上方和分享图上的图片',
    },
    cover_alt: { type: 'text', en: 'what the cover shows', zh: '封面上是什么' },
    cover_sizes: {
      type: 'copies',
      en: 'copies of a cover that is not in the folder: of each `url`, `width` and `height` in pixels',
      zh: '不在文件夹中的封面的其他尺寸：各有 `url`、`width` 和 `height`（像素）',
    },
    updated_at: { type: 'date', en: 'shown for news as it is written', zh: '新闻中按原样显示' },
    tags: {
      type: 'filled',
      list: true,
      en: 'shown below the title; filters above the list; articles that share tags are recommended first. The search finds them; other words for the same thing belong in `synonyms` of `site.yaml`.',
      zh: '显示在标题下方，也是列表上方的筛选；标签相同的文章优先推荐。搜索也能找到标签；同一事物的其他说法写在 `site.yaml` 的 `synonyms` 中',
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
    body,
    parent: {
      type: 'id',
      only: 'files',
      en: 'makes the article a sub-item of that article, at `/news/{parent}/{id}` or `/product/{parent}/{id}`: it is listed on the page of its parent and nowhere else. The parent is in the same folder and language, has no `parent` itself, and hides its sub-items while it is not public.',
      zh: '成为该文章的子项，网址为 `/news/{parent}/{id}` 或 `/product/{parent}/{id}`，只列在上级的页面上。上级在同一文件夹、同一语言中，自己没有 `parent`；上级不公开时子项也不公开',
    },
    parent_id: { type: 'number', only: 'responses' },
    listed: {
      type: 'flag',
      only: 'files',
      en: '`false`: the article is in no list, search or recommendation; the search finds one whose `sign` is `privacy`. Its address still works.',
      zh: '`false`：不在列表、搜索和推荐中（`sign` 为 `privacy` 的文章仍可搜到），网址仍然有效',
    },
    facets: {
      type: { name: { type: 'filled', required: true }, values: { type: 'filled', list: true } },
      list: 'map',
      kinds: ['product'],
      en: 'menus of the product finder above the list, and rows of the comparison. Write the same name and value in the same way on every product. A name has at most 40 characters and no colon, a value at most 50.',
      zh: '列表上方选型器的菜单，也是对比表的行。各产品的名称和值写法要一致。名称最多 40 个字符且不含冒号，值最多 50 个字符',
    },
    author: { type: 'text', en: 'shown for news', zh: '在新闻中显示' },
    specs: {
      type: spec,
      list: true,
      en: 'a table, on a product above the text; its key figures, beside the picture, are those of `highlights`, else the first four',
      zh: '参数表，在产品页上位于正文之前；产品图片旁显示 `highlights` 中的几项，没有时显示前四项',
    },
    highlights: {
      type: 'filled prose',
      list: true,
      kinds: ['product'],
      en: 'names of `specs`, as written there: the key figures beside the picture',
      zh: '`specs` 中的名称，写法一致：图片旁显示的主要参数',
    },
    variants: {
      type: {
        code: { type: 'filled', required: true, en: 'the order code', zh: '订货号' },
        size: { type: 'prose', en: 'in a column of its own', zh: '单独一列' },
        attributes: {
          type: spec,
          list: true,
          en: 'a column for each name',
          zh: '每个名称一列',
        },
      },
      list: true,
      kinds: ['product'],
      en: 'a table of order codes; the search finds them',
      zh: '订货号表，搜索也能找到',
    },
    references: {
      type: {
        name: { type: 'filled prose', required: true, en: 'who uses the product', zh: '用户名称' },
        place: { type: 'prose' },
        since: { type: 'text', en: "in quotes: `'2019'`", zh: "要加引号：`'2019'`" },
        text: { type: 'prose', en: 'one or two sentences', zh: '一两句话' },
      },
      list: true,
      kinds: ['product'],
      en: 'where the product is in use, below its documents',
      zh: '应用实例，位于资料之后',
    },
    gallery: {
      type: {
        url: { type: 'url', required: true },
        alt: { type: 'text', en: 'what the picture shows', zh: '图片上是什么' },
        sizes: { type: 'copies', en: 'as `cover_sizes`', zh: '同 `cover_sizes`' },
      },
      list: true,
      en: 'pictures to swipe through, on a product instead of the cover',
      zh: '可以滑动浏览的图片，在产品上代替封面',
    },
    attachments: {
      type: attachment,
      list: true,
      en: 'files to download, beside the text with type and size',
      zh: '可下载的文件，显示在正文旁，带类型和大小',
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
    prev: { type: 'neighbour', only: 'responses' },
    next: { type: 'neighbour', only: 'responses' },
  },
  about: {
    ...every,
    title: {
      ...every.title,
      en: 'a `|` is a line break of the heading, and shown nowhere: `Made in Ningbo, |measured on water`',
      zh: '`|` 表示大标题在此换行，其他地方都不显示：`宁波制造，|逐台上水`',
    },
    sign,
    cover,
    summary: {
      type: 'prose',
      en: 'one or two sentences below the title; for search engines',
      zh: '一两句话，显示在标题下方，也用于搜索引擎',
    },
    facts: {
      type: spec,
      list: true,
      en: 'figures in a line below the summary',
      zh: '摘要下方的一行数字',
    },
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
          en: 'the products that the file belongs to: their pages list it, and downloads can be filtered by them',
          zh: '文件所属的产品：列在产品页面上，下载也可以按产品筛选',
        },
      },
      list: true,
      en: 'the files, in the order written here',
      zh: '文件，按此处的顺序',
    },
  },
  manual: {
    ...every,
    summary: {
      type: 'prose',
      en: 'below the title, in the index of manuals, for search engines',
      zh: '标题下方、手册目录、搜索引擎',
    },
    products: {
      type: 'product',
      list: true,
      en: 'the products that the manual belongs to: their pages link to it',
      zh: '手册所属的产品：产品页面上有链接',
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
