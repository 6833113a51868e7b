// llms.txt: an overview of the site for language models, in its languages, as Markdown (llmstxt.org).
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { titleOfSite } from '../../shared/head.ts'
import { localizePath, searchAction } from '../../shared/href.ts'
import { createTranslate, type Messages, type Translate } from '../../shared/i18n/translate.ts'
import { listOf, type PageLanguage, type SiteLanguages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { shorten } from '../../shared/plain-text.ts'
import { routeName } from '../../shared/routes.ts'
import type { Section, SiteSections } from '../../shared/sections.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import { optionalConfig } from './optional-config.ts'
import type { PageIndex } from './pages/page-index.ts'
import type { StoredPageIndex } from './pages/stored-page-index.ts'
import { sendDiscovery } from './send-discovery.ts'

type LlmsOptions = {
  siteUrl: string
  facts: () => SiteFacts
  pageIndex: StoredPageIndex
  apiFor: (locale: Locale) => Api
  messages: Record<Locale, Messages>
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}
type Part = { title: string; routes: string[]; most: number }

/** Limits of pages in a section. */
const mostOf = { product: 50, article: 30, news: 15 } as const

function partsOf({ lists }: SiteSections, locale: Locale, t: Translate): Part[] {
  const isNews = ({ kind }: Section) => kind === 'news'
  const partOf = ({ slug, kind, title }: Section): Part => ({
    title: title[locale],
    routes: [routeName('section-detail', slug)],
    most: mostOf[kind],
  })
  return [
    ...lists.filter((section) => !isNews(section)).map(partOf),
    { title: t('about.siblings'), routes: ['about', 'contact'], most: 20 },
    { title: t('manual.section'), routes: ['download', 'manual'], most: 30 },
    ...lists.filter(isNews).map(partOf),
  ]
}

const summaryColumns = 160
const languageNames = { zh: '中文', en: 'English' }

export function installLlms(app: FastifyInstance, options: LlmsOptions) {
  const { siteUrl, facts, pageIndex, apiFor, messages, partTimeoutMs } = options
  app.get('/llms.txt', async (request, reply) => {
    const { languages, sections } = facts()
    const config = await optionalConfig(apiFor(languages[0]), partTimeoutMs)
    return pageIndex.read((index) => {
      const parts = listOf(languages).map((locale) => {
        const t = createTranslate(messages[locale], locale)
        return overview(index, { locale, languages }, siteUrl, partsOf(sections, locale, t))
      })
      const body = `${opening(config, siteUrl, languages)}\n${parts.join('\n')}`
      return sendDiscovery(request, reply, { type: 'text/markdown; charset=utf-8', body })
    })
  })
}

function opening(config: SiteConfig | undefined, siteUrl: string, languages: SiteLanguages): string {
  const locales = listOf(languages)
  const titles = [...new Set(locales.map((locale) => titleOfSite(config, locale)).filter(Boolean))]
  const words = locales.flatMap((locale) => config?.[locale]?.description ?? [])
  const search = locales
    .map((locale) => `${siteUrl}${searchAction({ locale, languages })}?keywords={words}`)
    .join(', ')
  return [
    `# ${plain(titles.join(' / ') || new URL(siteUrl).host)}`,
    ...words.map((text) => `> ${plain(text)}`),
    `${addressesIn(languages)}Search: ${search}. All pages: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n\n')
}

const englishNames = { zh: 'Chinese', en: 'English' }

function addressesIn([first, second]: SiteLanguages): string {
  if (!second) return ''
  const [own, other] = [englishNames[first], englishNames[second]]
  return `Every page exists at its address (${own}) and below /${second} (${other}). `
}

function overview(index: PageIndex, language: PageLanguage, siteUrl: string, wanted: Part[]): string {
  const { locale } = language
  const parts = wanted.flatMap(({ title, routes, most }) => {
    const pages = index.ofRoutes(locale, routes, most)
    const lines = pages.map(({ path, title, summary = '' }) => {
      const words = summary && `: ${plain(shorten(summary, summaryColumns))}`
      return `- [${plain(title)}](${siteUrl}${localizePath(path, language)})${words}`
    })
    return lines.length > 0 ? [`## ${title} (${languageNames[locale]})\n\n${lines.join('\n')}\n`] : []
  })
  return parts.join('\n')
}

/** One line, with Markdown syntax escaped. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&')
}
