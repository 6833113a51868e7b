// A response of each business call with all fields of the contract.

import type { CallName } from '../../shared/api/calls.ts'
import { defaultSectionList } from '../../shared/constants.ts'
import { itemFields } from '../../shared/content/fields.ts'
import type { Fields } from '../../shared/content/reader.ts'

/** Texts that are not written below: the name of the field. */
function textsOf(fields: Fields): Record<string, string> {
  const texts = Object.entries(fields).filter(
    ([, { type, list, only }]) => (type === 'text' || type === 'prose') && !list && only !== 'files',
  )
  return Object.fromEntries(texts.map(([name]) => [name, name]))
}

const base = {
  title: 'Site title',
  name: 'Site name',
  short_name: 'Site',
  description: 'Site description',
  keywords: 'a, b',
  company: 'Company Ltd.',
  slogan: 'Slogan',
  logo: '/media/logo-160x32.svg',
  logo_dark: '/media/logo-dark-160x32.svg',
  phone: '+86 574 1',
  email: 'a@site.example',
  address: 'Street 1',
  hours: '8-17',
  icp: 'ICP 1',
  police_filing: '浙公网安备 1 号',
  wechat_image: '/media/wechat-200x200.svg',
  copyright: '© Company',
  reply: 'Answered in a day',
  privacy: '/detail_privacy',
}
const both = { zh: '介绍', en: 'Words' }
const colour = { light: '#0a45a8', dark: '#8ab4ff' }
const manual = {
  id: 1,
  title: 'Manual',
  summary: 'Manual summary',
  version: '7',
  updated_at: '2026-04-15T00:00:00+08:00',
  products: [{ id: 11, title: 'Meter' }],
}
const attachment = { name: 'Sheet', language: 'en', url: '/media/sheet.pdf', size: 12_345 }
const fileDetails = {
  description: 'A sheet',
  version: '1.0',
  approval: 'ISO 9001',
  language: 'zh',
  published_at: '2026-01-02T09:30:00+08:00',
  sha256: 'ab12',
}
const seo = { title: 'Seo title', description: 'Seo', image: '/media/seo-1200x630.jpg', noindex: true }
const summary = {
  ...textsOf(itemFields.summary),
  id: 2,
  category: 'news',
  title: 'Second',
  summary: 'Second summary',
  cover: '/media/second-1200x675.svg',
  cover_alt: 'Second cover',
  cover_sizes: [{ url: '/media/second-600x338.svg', width: 600, height: 338 }],
  published_at: '2026-03-02T09:30:00+08:00',
  updated_at: '2026-03-03T09:30:00+08:00',
  tags: ['tag a', 'tag b'],
  family: 'Family',
  sign: 'second',
  languages: ['zh', 'en'],
  status: 'draft',
}
const article = {
  ...textsOf(itemFields.article),
  ...summary,
  id: 1,
  title: 'First',
  body: '<p>First body</p>',
  parent_id: 0,
  seo,
  noindex_in: ['en'],
  author: 'Author',
  items: [{ ...summary, id: 4, title: 'Item' }],
  specs: [{ name: 'Size', value: 'DN50' }],
  highlights: ['Size'],
  variants: [{ code: 'A-50', size: 'DN50', attributes: [{ name: 'Liner', value: 'EPDM' }] }],
  references: [{ name: 'Water company', place: 'Ningbo', since: '2019', text: 'Forty meters.' }],
  gallery: [
    {
      url: '/media/g-1200x675.svg',
      alt: 'Gallery',
      sizes: [{ url: '/media/a-480.jpg', width: 480, height: 360 }],
    },
  ],
  attachments: [attachment],
  facets: [{ name: 'Medium', values: ['Water'] }],
  documents: [{ ...attachment, ...fileDetails }],
  manuals: [manual],
  prev: { id: 5, title: 'Previous' },
  next: { id: 6, title: 'Next' },
}
const about = {
  id: 1,
  sign: 'company',
  title: 'About us',
  body: '<p>About body</p>',
  cover: '/media/about-1200x675.svg',
  cover_focus: '50% 20%',
  summary: 'About summary',
  facts: [{ name: 'Founded', value: '2009' }],
  siblings: [{ id: 2, sign: 'history', title: 'History' }],
  seo,
  noindex_in: ['en'],
  languages: ['zh', 'en'],
  status: 'draft',
}

export const fullContent = {
  about,
  aboutInfo: about,
  articleDetail: article,
  articleInfo: article,
  articleList: {
    list: [summary],
    total: 1,
    page: 1,
    page_size: 10,
    languages: ['zh', 'en'],
    tags: [{ name: 'tag a', count: 1 }],
    facets: [{ name: 'Medium', values: [{ name: 'Water', count: 1 }] }],
  },
  articleRecommends: [summary],
  search: {
    list: [
      {
        kind: 'manual',
        id: 51,
        parent_id: 0,
        sign: 'manual',
        title: [{ text: 'Wiring', mark: true }],
        text: [{ text: 'Two wires', mark: false }],
        within: 'Manual',
        chapter: '3-wiring',
        fragment: 'wiring',
        file: attachment,
        cover: '/media/wiring-1200x675.svg',
        cover_sizes: [{ url: '/media/wiring-600x338.svg', width: 600, height: 338 }],
        published_at: '2026-03-02T09:30:00+08:00',
        status: 'draft',
      },
    ],
    total: 1,
    counts: { manual: 1 },
    corrected: 'wiring',
    partial: true,
    terms: ['wire'],
  },
  download: {
    id: 36,
    title: 'Documents',
    description: 'All documents',
    categories: [
      { id: 36, title: 'Documents' },
      { id: 37, title: 'Software' },
    ],
    items: [
      {
        id: 1,
        name: 'Data sheet',
        description: 'A sheet',
        version: '1.0',
        approval: 'ISO 9001',
        language: 'zh',
        size: 36,
        published_at: '2026-01-02T09:30:00+08:00',
        url: '/media/sheet.pdf',
        sha256: 'ab12',
        products: [{ id: 11, title: 'Meter' }],
      },
    ],
    seo,
    noindex_in: ['en'],
    languages: ['zh', 'en'],
    status: 'draft',
  },
  manual: {
    ...manual,
    siblings: [manual],
    body: '<p>Manual body</p>',
    chapters: [{ id: 'one', title: 'One' }],
    attachments: [attachment],
    seo,
    noindex_in: ['en'],
    languages: ['zh', 'en'],
    status: 'draft',
  },
  labels: {
    home_proof_1_value: '2009',
    home_proof_1_label: 'founded',
    home_products_title: 'Products label',
  },
  banners: [
    {
      id: 1,
      image: '/media/b-1920x900.svg',
      image_mobile: '/media/b-m-900x1100.svg',
      alt: 'Banner',
      title: 'Claim',
      subtitle: 'Subclaim',
      link: '/product/11',
      link_text: 'See more',
    },
    {
      id: 2,
      image: '/media/c-1920x900.svg',
      image_mobile: '/media/c-m-900x1100.svg',
      alt: 'Second banner',
      title: 'Second claim',
      subtitle: 'Second subclaim',
      link: 'https://else.example/x',
      link_text: 'More',
    },
  ],
  siteConfig: {
    zh: base,
    en: base,
    site_url: 'https://site.example',
    languages: ['zh', 'en'],
    time_zone: 'Asia/Shanghai',
    founded: '2009',
    social: [{ name: 'Net', url: 'https://net.example/x' }],
    brand: {
      mark: '/media/mark.svg',
      ornament: '/media/ornament.svg',
      placeholder: '/media/placeholder.svg',
      colours: {
        brand: colour,
        accent: colour,
        control: colour,
        theme: colour,
        on_brand: { light: '#ffffff', dark: '#0a1a36' },
        ink: '#0b1b38',
      },
    },
    sections: defaultSectionList.map(({ slug, kind, title }) => ({
      slug,
      kind,
      title,
      intro: both,
      one: both,
      home: false,
      schema: 'Service',
      cover: 'wide',
    })),
  },
  menu: [
    {
      id: 1,
      title: { zh: '产品', en: 'Products' },
      path: '/product',
      external: false,
      text: { zh: '水表', en: 'Meters' },
      image: '/media/section.svg',
      children: [
        {
          id: 2,
          title: { zh: '甲', en: 'A' },
          path: 'https://shop.example/a',
          external: true,
          text: { zh: '甲表', en: 'Meter' },
          image: '/media/a.svg',
          children: [],
        },
      ],
    },
  ],
  form: { id: 'receipt-1' },
} satisfies Record<CallName, unknown>
