// POST /ops/preview: makes a signed link to a page that shows drafts, scheduled and expired items for an hour.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { withoutPreview } from '../../shared/preview.ts'
import { createFindRedirect, type Matcher } from '../../shared/redirects.ts'
import { resolve } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import type { OperatorCheck } from './operator.ts'
import type { PreviewLinks } from './preview-links.ts'

const body = Type.Object({ path: Type.String({ maxLength: 2048 }) }, { additionalProperties: false })
const usage = 'send {"path":"/news/12"}, the path of a page of this site'

type PreviewOptions = {
  checkOperator: OperatorCheck
  links: Pick<PreviewLinks, 'create'>
  redirects: Matcher
  facts: () => SiteFacts
  /** Drafts included. */
  isMissing: (path: string, log: FastifyBaseLogger) => Promise<boolean>
}

/** Responds `{ url, expires }`. */
export function installPreview(
  app: FastifyInstance,
  { checkOperator, links, redirects, facts, isMissing }: PreviewOptions,
) {
  const findRedirect = createFindRedirect(redirects)
  app.post('/ops/preview', { onRequest: checkOperator }, async (request, reply) => {
    const invalid = (message: string) => reply.status(400).send({ error: true, message })
    if (!Value.Check(body, request.body)) return invalid(usage)
    const { path } = request.body
    const page = pageAt(path, facts())
    if (page === undefined) return invalid(`path: expected the path of a page, got ${JSON.stringify(path)}`)
    if (findRedirect(page))
      return invalid(`path: ${JSON.stringify(path)} has moved or is gone, by the redirects`)
    if (await isMissing(page, request.log))
      return invalid(`path: there is nothing at ${JSON.stringify(path)}, not even a draft`)
    const link = links.create(page)
    request.log.info({ path: page, expires: link.expires }, 'preview link created')
    return link
  })
}

/** The page in the spelling of links; undefined where there is no page. */
function pageAt(path: string, facts: SiteFacts): string | undefined {
  // Visible ASCII without a fragment, as in a request line.
  if (!/^\/(?!\/)[!"$-~]*$/.test(path)) return undefined
  const plain = withoutPreview(path)?.url ?? path
  const target = resolve(plain, facts)
  if (target.kind === 'redirect') return target.to
  return target.kind === 'page' ? plain : undefined
}
