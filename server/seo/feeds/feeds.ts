// Feed routes.
import type { FastifyInstance } from 'fastify'
import { type FeedAddress, feedAddresses, feedFormats, feedPath } from '../../../shared/feeds.ts'
import type { Messages } from '../../../shared/i18n/translate.ts'
import type { PageLanguage, SiteLanguages } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/locale.ts'
import { installLanguageFile } from '../../http/language-files.ts'
import type { MadeFile, SendFile } from '../send-discovery.ts'
import { loadFeed } from './feed.ts'
import { feedWriters } from './formats.ts'

type Options = {
  siteUrl: string
  languages: () => SiteLanguages
  sendFile: SendFile
  messages: Record<Locale, Messages>
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

/** CORS: feed readers may be web pages. */
const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

export function installFeeds(app: FastifyInstance, options: Options) {
  const { siteUrl, languages, sendFile, messages, monotonic, partTimeoutMs } = options
  const fileOf = (address: FeedAddress, language: PageLanguage): MadeFile => {
    const { locale, section, format } = address
    const path = feedPath(address, language.languages)
    const source = { language, section, siteUrl, messages: messages[locale], monotonic, partTimeoutMs }
    return {
      path,
      locale,
      fields: { ...forAll, 'content-type': `${feedFormats[format].type}; charset=utf-8` },
      make: async (api) => feedWriters[format](await loadFeed({ ...source, api }), siteUrl + path),
    }
  }
  // The paths of a site with one language have no prefix.
  const unprefixed: SiteLanguages = ['zh']
  for (const { section, format, ...of } of feedAddresses(unprefixed))
    installLanguageFile(
      app,
      { path: feedPath({ section, format, ...of }, unprefixed), languages },
      (request, reply, language) =>
        sendFile(request, reply, fileOf({ section, format, locale: language.locale }, language)),
    )
}
