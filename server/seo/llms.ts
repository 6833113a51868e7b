// llms.txt: an overview of the site for language models, in its languages, as Markdown (llmstxt.org).
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { titleOfSite } from '../../shared/head.ts'
import { localizePath, searchAction } from '../../shared/href.ts'
import { createTranslate, type MessageKey, type Messages } from '../../shared/i18n/translate.ts'
import { listOf, type PageLanguage, type SiteLanguages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { shorten } from '../../shared/plain-text.ts'
import type { RouteId } from '../../shared/routes.ts'
import { optionalConfig } from './optional-config.ts'
import type { PageIndex } from './pages/page-index.ts'
import type { StoredPageIndex } from './pages/stored-page-index.ts'
import { sendDiscovery } from './send-discovery.ts'

type Options = {
  siteUrl: string
  languages: () => SiteLanguages
  pageIndex: StoredPageIndex
  apiFor: (locale: Locale) => Api
  messages: Record<Locale, Messages>
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}
type Section = { title: MessageKey; routes: RouteId[]; most: number }

const sections: Section[] = [
  { title: 'category.product', routes: ['product-detail'], most: 50 },
  { title: 'category.solution', routes: ['solution-detail'], most: 30 },
  { title: 'category.service', routes: ['service-detail'], most: 30 },
  { title: 'about.siblings', routes: ['about', 'contact'], most: 20 },
  { title: 'manual.section', routes: ['download', 'manual'], most: 30 },
  { title: 'category.news', routes: ['news-detail'], most: 15 },
]
const summaryColumns = 160
const languageNames = { zh: '中文', en: 'English' }

export function installLlms(app: FastifyInstance, options: Options) {
  const { siteUrl, pageIndex, apiFor, messages, partTimeoutMs } = options
  app.get('/llms.txt', async (request, reply) => {
    const languages = options.languages()
    const config = await optionalConfig(apiFor(languages[0]), partTimeoutMs)
    return pageIndex.use((index) => {
      const parts = listOf(languages).map((locale) =>
        overview(index, { locale, languages }, siteUrl, messages[locale]),
      )
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

function overview(index: PageIndex, language: PageLanguage, siteUrl: string, messages: Messages): string {
  const { locale } = language
  const t = createTranslate(messages, locale)
  const parts = sections.flatMap(({ title, routes, most }) => {
    const pages = index.ofRoutes(locale, routes, most)
    const lines = pages.map(({ path, title, summary = '' }) => {
      const words = summary && `: ${plain(shorten(summary, summaryColumns))}`
      return `- [${plain(title)}](${siteUrl}${localizePath(path, language)})${words}`
    })
    return lines.length > 0 ? [`## ${t(title)} (${languageNames[locale]})\n\n${lines.join('\n')}\n`] : []
  })
  return parts.join('\n')
}

/** One line, with Markdown syntax escaped. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&')
}
