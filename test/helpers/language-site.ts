// A site in some of the languages: the same items in each, over an upstream that names them in config/base.
import type { Test } from 'tap'
import type { Locale } from '../../shared/locale.ts'
import { createFolder, type Files, page } from '../content/world.ts'
import { createSite, type Site } from './site.ts'

const words = {
  zh: { site: '咖啡烘焙坊', product: '豆子', news: '新闻一', about: '公司', contact: '联系', text: '正文。' },
  en: {
    site: 'Roaster',
    product: 'Beans',
    news: 'News one',
    about: 'Company',
    contact: 'Contact',
    text: 'Text.',
  },
}

function itemsIn(locale: Locale, prefix: string): Files {
  const { product, news, about, contact, text } = words[locale]
  const item = (front: string) => page(front, `${text} [${product}](${prefix}/product/11)`)
  const described = `summary: ${text}\npublished_at: 2026-03-02T09:30:00+08:00`
  return {
    [`product/beans.${locale}.md`]: item(`id: 11\ntitle: ${product}\nsummary: ${text}`),
    [`news/one.${locale}.md`]: item(`id: 1\ntitle: ${news}\n${described}`),
    [`about/company.${locale}.md`]: item(`id: 1\ntitle: ${about}`),
    [`about/contact.${locale}.md`]: item(`id: 2\ntitle: ${contact}\nsign: contact`),
  }
}

/** Texts in one language do not name it. */
function languageFiles(languages: Locale[]): Files {
  const [first = 'zh', second] = languages
  const titleOf = (locale: Locale) => ({ title: words[locale].site, description: words[locale].text })
  const inEach = (name: 'product' | 'news') =>
    second ? { zh: words.zh[name], en: words.en[name] } : words[first][name]
  const site = second ? { zh: titleOf('zh'), en: titleOf('en') } : titleOf(first)
  const menu = [
    { id: 1, title: inEach('product'), path: '/product' },
    { id: 2, title: inEach('news'), path: '/news' },
  ]
  return {
    'site.yaml': JSON.stringify({ languages, ...site }),
    'menu.yaml': JSON.stringify(menu),
    'labels.yaml': second ? '' : JSON.stringify({ home_contact_title: words[first].contact }),
    'banners.yaml': '',
    ...Object.assign({}, ...languages.map((one) => itemsIn(one, one === first ? '' : `/${one}`))),
  }
}

/** Its site configuration has been read. */
export async function createLanguageSite(
  t: Test,
  languages: Locale[],
  options: Parameters<typeof createSite>[1] = {},
): Promise<Site> {
  const site = await createSite(t, { folder: createFolder(t, languageFiles(languages)), ...options })
  await site.get('/contact')
  return site
}
