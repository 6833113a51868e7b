// Development server only: the page of all components, and error pages with the stack.
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { Build } from '../base/build.ts'
import { escapeXml } from '../base/escape-xml.ts'
import type { ErrorPage } from './errors.ts'
import type { DocumentFields } from './security.ts'

export function installDevelopment(
  app: FastifyInstance,
  { kit, documentFields }: { kit: () => string; documentFields: DocumentFields },
) {
  app.get('/_kit', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-store', ...documentFields() })
      .type('text/html; charset=utf-8')
      .send(kit()),
  )
}

type ErrorOptions = { build: Build; documentFields: DocumentFields; errorPage: ErrorPage }

/** Not made by the renderer, which may be what fails. Reloads after the next change, like every page. */
export function createDevelopmentErrors({ build, documentFields, errorPage }: ErrorOptions): ErrorPage {
  const links = build.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const scripts = build.developmentScripts
    .map((src) => `<script type="module" src="${src}"></script>`)
    .join('')
  return async (request, reply, shown, locale, error) => {
    const { statusCode } = shown
    if (statusCode < 500) return errorPage(request, reply, shown, locale, error)
    const text = error instanceof Error ? pino.stdSerializers.err(error).stack : String(error)
    const title = `${statusCode} ${STATUS_CODES[statusCode]}`
    return reply
      .headers(documentFields())
      .type('text/html; charset=utf-8')
      .send(
        `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${links}${scripts}</head><body>` +
          `<pre id="build-error" class="build-error" role="alert">${title}\n\n${escapeXml(text)}</pre></body></html>`,
      )
  }
}
