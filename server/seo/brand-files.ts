// Files of the brand at fixed addresses: the icon as SVG and PNG, and the web manifest of each language.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { manifestPath, markPath, nameOfSite, pageGrounds, siteBaseOf } from '../../shared/brand.ts'
import { pageError } from '../../shared/errors.ts'
import { href } from '../../shared/href.ts'
import { type Locale, languageTag } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { withoutLifetime } from '../cache/cache-response.ts'
import { installLanguageFile } from '../http/language-files.ts'
import { inertPolicy } from '../http/security.ts'
import type { Drawings } from '../pictures/drawings.ts'
import type { BrandLook } from '../render/brand-look.ts'
import { sendTagged } from './send-discovery.ts'
import type { ApiFor } from './walk.ts'

/** Sides in pixels by path. */
const manifestIcons = { '/icon-192.png': 192, '/icon-512.png': 512 }
/** Browsers request the first one by themselves. */
const pngIcons = { '/apple-touch-icon.png': 180, ...manifestIcons }
/** Some systems cut the corners of icons. */
const margin = 0.16
const fields = { 'cache-control': 'public, max-age=600, stale-while-revalidate=86400' }

export function installBrandFiles(
  app: FastifyInstance,
  { config: { siteUrl }, siteSettings: { languages } }: AppContext,
  { apiFor, brandLook, drawings }: { apiFor: ApiFor; brandLook: BrandLook; drawings: Drawings },
) {
  /** Sets the caching fields, without a lifetime for a configuration that is stale or missing. */
  const configIn = (locale: Locale, reply: FastifyReply) => {
    const onStale = () => void reply.headers(withoutLifetime(fields))
    reply.headers(fields)
    return apiFor(locale, onStale).siteConfig({}).catch(onStale)
  }
  const mark = async (reply: FastifyReply) =>
    drawings.readMark((await configIn(languages()[0], reply))?.brand?.mark ?? '')

  app.get(markPath, async (request, reply) => {
    // The policy is that of the SVG files of the media folder: opened as a document it must not run scripts.
    reply.header('content-security-policy', `${inertPolicy}; style-src 'unsafe-inline'; sandbox`)
    return sendTagged(request, reply, { type: 'image/svg+xml', body: await mark(reply) })
  })
  for (const [path, side] of Object.entries(pngIcons))
    app.get(path, async (request, reply) => {
      const shape = { width: side, height: side, format: 'png', ground: pageGrounds.light, margin } as const
      const body = await drawings
        .draw(await mark(reply), shape)
        .catch((err: unknown) => request.log.warn({ err, path }, 'icon not made'))
      if (!body) throw pageError(404, `Page not found: ${path}`)
      return sendTagged(request, reply, { type: 'image/png', body })
    })
  // https://www.w3.org/TR/appmanifest/
  installLanguageFile(app, manifestPath, languages, async (request, reply, language) => {
    const { locale } = language
    const config = (await configIn(locale, reply)) ?? undefined
    const name = nameOfSite(config, locale) || new URL(siteUrl).host
    const icons = Object.entries(manifestIcons).map(([src, side]) => ({
      src,
      sizes: `${side}x${side}`,
      type: 'image/png',
    }))
    const manifest = {
      id: href('home', {}, language),
      name,
      short_name: siteBaseOf(config, locale)?.short_name || name,
      lang: languageTag(locale),
      start_url: href('home', {}, language),
      display: 'browser',
      background_color: pageGrounds.light,
      // One colour for both themes: that of the light one, or the brand's.
      theme_color: config?.brand?.colours?.theme?.light || brandLook(config).colours.brand.light,
      icons: [{ src: markPath, sizes: 'any', type: 'image/svg+xml' }, ...icons],
    }
    return sendTagged(request, reply, { type: 'application/manifest+json', body: JSON.stringify(manifest) })
  })
}
