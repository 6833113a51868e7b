// Development server only: the page of all components, faults of content on open pages, error pages with the stack.
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import pino from 'pino'
import { escapeXml } from '../../shared/escape-html.ts'
import type { Build } from '../base/build.ts'
import type { ContentSource } from '../base/content-source.ts'
import { consequences } from '../ops/health.ts'
import type { DocumentFields } from './security.ts'

export function installDevelopment(app: FastifyInstance, kit: () => string, documentFields: DocumentFields) {
  app.get('/_kit', (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', ...documentFields() })
    return reply.type('text/html; charset=utf-8').send(kit())
  })
}

/** The page is not made by the renderer, which may be what fails. It reloads after the next change, like every page. */
export async function sendStack(
  reply: FastifyReply,
  error: unknown,
  { styles, developmentScripts }: Build,
  documentFields: DocumentFields,
) {
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`)
  const scripts = developmentScripts.map((src) => `<script type="module" src="${src}"></script>`)
  const text = error instanceof Error ? pino.stdSerializers.err(error).stack : String(error)
  const title = `${reply.statusCode} ${STATUS_CODES[reply.statusCode]}`
  const head = `<meta charset="utf-8"><title>${title}</title>${[...links, ...scripts].join('')}`
  const body = `<pre id="build-error" role="alert">${title}\n\n${escapeXml(text)}</pre>`
  const html = `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`
  return reply.headers(documentFields()).type('text/html; charset=utf-8').send(html)
}

/** `npm run dev` shows the files that are not served as they are on the open pages; '' for none. */
export function reportContentFaults(source: ContentSource) {
  const report = () => {
    const unserved = source.problems().filter(({ effect }) => consequences[effect])
    const faults = unserved.map(
      ({ file, line, problem, effect }) => `${file}:${line} ${problem}\n  ${consequences[effect]}\n`,
    )
    process.send?.({ faults: faults.join('\n') })
  }
  source.onChange(report)
  report()
}
