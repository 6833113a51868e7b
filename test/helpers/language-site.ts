// A site in some of the languages: the same items in each, over an upstream that names them in config/base.
import type { Test } from 'tap'
import type { Locale } from '../../shared/locale.ts'
import { createFolder, type Files } from '../content/world.ts'
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

const markdown = (front: object, body: string) => `---\n${JSON.stringify(front)}\n---\n${body}\n`

function itemsIn(locale: Locale, prefix: string): Files {
  const { product, news, about, contact, text } = words[locale]
  const link = `[${product}](${prefix}/product/11)`
  return {
    [`product/beans.${locale}.md`]: markdown({ id: 11, title: product, summary: text }, text),
    [`news/one.${locale}.md`]: markdown(
      { id: 1, title: news, summary: text, published_at: '2026-03-02T09:30:00+08:00' },
      `${text} ${link}`,
    ),
    [`about/company.${locale}.md`]: markdown({ id: 1, title: about }, text),
    [`about/contact.${locale}.md`]: markdown({ id: 2, title: contact, sign: 'contact' }, text),
  }
}

/** Texts in one language do not name it. */
export function languageFiles(languages: Locale[]): Files {
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
