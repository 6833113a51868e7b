// Routes of files that each language of the site has, such as the web manifest: at the path, and below a prefix.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { locales } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { hasTwo, type PageLanguage, type SiteLanguages } from '../../shared/languages.ts'
import { redirectTarget } from '../../shared/redirects.ts'

/** `path`: without a prefix. The languages of the site may change while the server runs. */
export function installLanguageFile(
  app: FastifyInstance,
  path: string,
  languages: () => SiteLanguages,
  respond: (request: FastifyRequest, reply: FastifyReply, language: PageLanguage) => unknown,
) {
  for (const prefix of ['', ...locales] as const)
    app.route({
      method: ['GET', 'HEAD'],
      url: prefix ? `/${prefix}${path}` : path,
      // A stored response has the content-length for HEAD.
      exposeHeadRoute: false,
      handler: (request, reply) => {
        const site = languages()
        const [first, second] = site
        const { pathname, search } = request.site
        const isAlias = prefix === first && !hasTwo(site)
        const moved = isAlias ? redirectTarget(pathname.slice(`/${prefix}`.length), search) : undefined
        if (moved) return reply.redirect(moved, 308)
        if (prefix && prefix !== second) throw pageError(404, `Page not found: ${request.url}`)
        return respond(request, reply, { locale: prefix || first, languages: site })
      },
    })
}
