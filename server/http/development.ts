// Development server only: the page of all components, the faults of content files, and error pages with the stack.
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { Build } from '../base/build.ts'
import { escapeXml } from '../base/escape-xml.ts'
import type { ContentFault, ContentSource } from '../base/origin.ts'
import type { ErrorPage } from './errors.ts'
import type { DocumentFields } from './security.ts'

type DevelopmentOptions = { kit: () => string; faults: () => ContentFault[]; documentFields: DocumentFields }

export function installDevelopment(
  app: FastifyInstance,
  { kit, faults, documentFields }: DevelopmentOptions,
) {
  app.get('/_content-faults', (_request, reply) => reply.header('cache-control', 'no-store').send(faults()))
  app.get('/_kit', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-store', ...documentFields() })
      .type('text/html; charset=utf-8')
      .send(kit()),
  )
}

type ErrorOptions = { build: Build; documentFields: DocumentFields; errorPage: ErrorPage }

/** The page is not made by the renderer, which may be what fails. It reloads after the next change, like every page. */
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

/** `npm run dev` shows them on the open pages. */
export function reportContentFaults({
  problems,
  onProblems,
}: Pick<ContentSource, 'problems' | 'onProblems'>) {
  const report = (faults: ContentFault[]) => void process.send?.({ faults: shownFaults(faults) })
  onProblems(report)
  report(problems())
}

/** The faults of files that are not served as they are; '' for none. */
function shownFaults(faults: ContentFault[]): string {
  return faults
    .filter(({ effect }) => effect === 'kept' || effect === 'left out')
    .map(({ file, line, problem, effect }) => `${file}:${line} ${problem}\n  ${consequences[effect]}\n`)
    .join('\n')
}

const consequences: Record<string, string> = {
  kept: 'The pages show its last valid text.',
  'left out': 'It is not served.',
}
