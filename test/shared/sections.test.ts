// What follows from the sections, languages and names of a site: lists, texts, breadcrumbs, feeds and settings.
import t from 'tap'
import { logoOf, nameOfSite, themeColours } from '../../shared/brand.ts'
import { readSiteConfig } from '../../shared/content/content.ts'
import { noRichText } from '../../shared/content/reader.ts'
import { feedLinks, feedPath } from '../../shared/feeds.ts'
import { createTranslate } from '../../shared/i18n/translate.ts'
import {
  acceptedLanguage,
  hasLanguage,
  isDefault,
  languagesFrom,
  localesOf,
  otherOf,
} from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { en } from '../../shared/messages/en.ts'
import { zh } from '../../shared/messages/zh.ts'
import { matchOf, resolve } from '../../shared/resolve.ts'
import { kindTitle, namedText, searchedWords, wordsOf } from '../../shared/section-texts.ts'
import {
  createSections,
  defaultSections,
  givenSections,
  homeLabel,
  type Section,
  sectionsFrom,
} from '../../shared/sections.ts'
import { defaultSiteSettings, siteSettingsFrom } from '../../shared/site-settings.ts'
import { trailOf } from '../../shared/trail.ts'

const title = (text: string) => ({ zh: `${text}们`, en: text })
const blog: Section = { slug: 'blog', kind: 'news', title: title('Blog') }
const faq: Section = { slug: 'faq', kind: 'article', title: title('FAQ'), home: false }
const coffees: Section = {
  slug: 'coffees',
  kind: 'product',
  title: title('Coffees'),
  one: { zh: '豆', en: 'espresso' },
}
const sections = createSections([blog, faq, coffees])
const translate = { en: createTranslate(en, 'en'), zh: createTranslate(zh, 'zh') }

t.test('lists: products first and news last, or in a given order', async (t) => {
  const slugs = (list: readonly Section[]) => list.map(({ slug }) => slug).join(' ')
  t.equal(slugs(sections.lists), 'coffees faq blog')
  t.equal(slugs(createSections([blog, faq], ['faq', 'none', 'blog']).lists), 'faq blog')
  t.equal(sections.searchKinds.join(' '), 'coffees faq manual download about blog')
  t.equal(slugs(sections.home), 'coffees blog')
  const known = ['blog', 'faq', 'coffees', 'none']
  t.strictSame(known.map(sections.hasParts), [true, false, true, false])
  t.strictSame(known.map(sections.kindOf), ['news', 'article', 'product', undefined])
  t.strictSame(known.map(sections.of), [blog, faq, coffees, undefined])
  t.strictSame([sectionsFrom(undefined), sectionsFrom([])], [defaultSections, defaultSections])
  t.strictSame([givenSections(defaultSections), givenSections(sectionsFrom([faq]))], [undefined, [faq]])
  t.strictSame(['product', 'news'].map(homeLabel), ['products', 'news'])
})

t.test('texts name a section and its items', async (t) => {
  const words = (section: Section | undefined, locale: Locale) =>
    Object.values(wordsOf(section, translate[locale], locale))
  t.strictSame(words(coffees, 'en'), ['coffees', 'espresso', 'an espresso'])
  t.strictSame(words(coffees, 'zh'), ['Coffees们', '豆', '豆'])
  t.strictSame(words(faq, 'en'), ['FAQ', 'product', 'a product'])
  t.strictSame(words(undefined, 'en'), ['products', 'product', 'a product'])
  t.equal(namedText('finder.product', coffees, translate.en, 'en'), 'Find an espresso')
  t.equal(namedText('finder.product', undefined, translate.en, 'en'), 'Find a product')
  const kinds = ['about', 'manual', 'download', 'x'].map((kind) =>
    kindTitle(kind, undefined, translate.en, 'en'),
  )
  t.strictSame(kinds, ['About us', 'Manuals', 'Documents', 'x'])
  t.equal(kindTitle('coffees', coffees, translate.en, 'en'), 'Coffees')
  t.equal(searchedWords(sections, translate.en, 'en'), 'Coffees, documents, blog')
  t.equal(searchedWords(sections, translate.zh, 'zh'), `Coffees们、${zh['search.documents']}、Blog们`)
})

t.test('a breadcrumb begins with the section, or the kind of page above', async (t) => {
  const page = { title: 'P' }
  t.strictSame(trailOf({ page: 'contact', section: faq }, translate.en, 'en', page), [
    { title: 'FAQ', to: '/en/faq' },
    page,
  ])
  t.strictSame(trailOf({ page: 'about' }, translate.en, 'en', page), [
    { title: 'About us', to: '/en/about' },
    page,
  ])
  t.strictSame(trailOf({ page: 'manual' }, translate.en, 'en', page), [
    { title: 'Downloads', to: '/en/download' },
    { title: 'Manuals', to: '/en/manual' },
    page,
  ])
  t.strictSame(trailOf({ page: 'contact' }, translate.en, 'en', page), [page])
})

t.test('feeds: that of the section before that of the site', async (t) => {
  const site = 'https://a.example'
  const links = (path: string, title: string) =>
    feedLinks(matchOf(resolve(path)), site, title).map(({ type, title, href }) => `${type} ${title} ${href}`)
  const whole = `application/rss+xml A – RSS ${site}/en/feed.xml`
  t.strictSame(links('/en/news', 'A'), [`application/rss+xml News | A – RSS ${site}/en/news/feed.xml`, whole])
  t.strictSame(links('/en', 'A'), [whole])
  t.match(links('/en/news', '')[0], / News – RSS /)
  t.match(links('/en', '')[0], /xml RSS /)
  t.equal(feedPath({ locale: 'zh', languages: ['zh', 'en'] }), '/feed.xml')
})

t.test('languages and settings of a site: what cannot be used is what was known', async (t) => {
  const lists: unknown[] = [
    ['zh', 'en'],
    ['en', 'zh'],
    ['en'],
    [],
    ['zh', 'zh'],
    ['zh', 'fr'],
    ['fr'],
    ['zh', 'en', 'zh'],
    'zh',
  ]
  t.strictSame(lists.map(languagesFrom), [['zh', 'en'], ['en', 'zh'], ['en'], ...Array(6).fill(undefined)])
  t.strictSame([isDefault(['zh', 'en']), isDefault(['en', 'zh'])], [true, false])
  t.strictSame(
    [localesOf(['en']), hasLanguage(['zh'], 'en'), hasLanguage(['zh'], 'zh')],
    [['en'], false, true],
  )
  t.strictSame(
    [otherOf({ locale: 'zh', languages: ['zh', 'en'] }), otherOf({ locale: 'zh', languages: ['zh'] })],
    ['en', undefined],
  )
  t.strictSame(
    ['en', undefined].map((header) => acceptedLanguage(header, ['zh', 'en'])),
    ['en', 'zh'],
  )
  const known = { languages: ['en'], sections, timeZone: 'Europe/Berlin' } as const
  const from = (config: object) => siteSettingsFrom(config, known, (name) => name === 'Asia/Tokyo')
  t.strictSame(from({}), defaultSiteSettings)
  t.strictSame(from({ languages: [], sections: null, time_zone: 'Mars' }), known)
  t.match(from({ languages: ['zh'], sections: [faq], time_zone: 'Asia/Tokyo' }), {
    languages: ['zh'],
    sections: { list: [faq] },
    timeZone: 'Asia/Tokyo',
  })
  t.equal(from({ time_zone: 1 }).timeZone, 'Europe/Berlin')
})

t.test('the name, logo and colours of a site, in its language or in Chinese', async (t) => {
  const brand = { name: '水', logo: '/a-80x20.svg', logo_dark: '/b-80x20.svg' }
  const config = readSiteConfig(
    { zh: { title: '表', ...brand }, brand: { colours: { theme: { dark: '#000000' } } } },
    noRichText,
  )
  const english = readSiteConfig({ zh: { title: '表' }, en: { title: 'M', logo: '/a.svg' } }, noRichText)
  t.strictSame(
    [
      nameOfSite(config, 'en'),
      nameOfSite(english, 'en'),
      nameOfSite(english, 'zh'),
      nameOfSite(undefined, 'zh'),
    ],
    ['水', 'M', '表', ''],
  )
  t.equal(nameOfSite(readSiteConfig({ zh: { title: '表' }, en: { title: '' } }, noRichText), 'en'), '表')
  t.strictSame(logoOf(config, 'en'), { width: 80, height: 20, light: '/a-80x20.svg', dark: '/b-80x20.svg' })
  t.strictSame(
    [logoOf(english, 'en'), logoOf(english, 'zh'), logoOf(undefined, 'zh')],
    [undefined, undefined, undefined],
  )
  t.strictSame(themeColours(config), { light: '#ffffff', dark: '#000000' })
  t.strictSame(themeColours(english), themeColours(undefined))
  t.strictSame(themeColours(undefined), { light: '#ffffff', dark: '#0c111b' })
})
