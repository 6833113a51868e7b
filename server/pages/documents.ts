// Documents: the response to a page request: a page, or a redirect.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '../../shared/form.ts'
import { isPersonal, sharedSearch } from '../../shared/query.ts'
import { redirectTarget } from '../../shared/redirects.ts'
import { matchOf, pathOf, type RouteMatch } from '../../shared/resolve.ts'
import type { AppContext } from '../app-context.ts'
import { negotiateLanguage } from '../http/language.ts'
import type { DocumentFields } from '../http/security.ts'
import type { PageState, Rendering } from '../render/render.tsx'
import type { PageStates } from './page-state.ts'
import {
  isMissing,
  type PageSource,
  type PageStore,
  type RenderedPage,
  type StoredPage,
} from './page-store.ts'

/** What the kinds of pages are made with. */
export type PageParts = {
  store: PageStore
  states: PageStates
  rendering: Rendering
  documentFields: DocumentFields
}

export type Documents = ReturnType<typeof createDocuments>

/** Short: the owner of the content may change it at any time. */
const movedCacheControl = 'public, max-age=60'

export function createDocuments({ source, siteSettings }: AppContext, parts: PageParts) {
  const { states, rendering, store, documentFields } = parts

  const render = async (state: PageState) => {
    const { body, style } = await rendering.renderer.document(state)
    return { body, fields: { ...documentFields({ style }), 'content-type': 'text/html; charset=utf-8' } }
  }

  const documentOf = (given: RouteMatch) =>
    pageOf('document', given, async (match, source) => render(await states.pageState(match, source)))

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (negotiateLanguage(request, reply, siteSettings.now())) return reply
    const { target } = request.site
    if (target.kind === 'redirect')
      return reply.header('cache-control', 'public, max-age=3600').redirect(target.to, 308)
    return store.send(request, reply, documentOf(matchOf(target)))
  }

  /** An address that has moved with its query leads on without it. */
  const movedTo = (pathname: string, search: string) => {
    const withQuery = source.moved(pathname + search)
    const target = withQuery ?? source.moved(pathname)
    return target === undefined ? undefined : redirectTarget(target, withQuery ? '' : search)
  }

  return {
    documentOf,
    /** The page of the address; where there is none, the redirect of the content. */
    send: (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(request, reply).catch((error: unknown) => {
        const { pathname, search } = request.site
        // The request has passed validation: its query is ASCII.
        const to = isMissing(error) ? movedTo(pathname, search) : undefined
        if (to === undefined) throw error
        return reply.header('cache-control', movedCacheControl).redirect(to, 308)
      }),
    render,
    /** The contact page after a rejected submission, with the submitted values. It needs no slot. */
    async sendForm(request: FastifyRequest, reply: FastifyReply, match: RouteMatch, form: FormState) {
      const state = await states.pageState(match, store.sourceOf(request.site.passedOn))
      return store.sendRendered(reply.header('cache-control', 'no-store'), await render({ ...state, form }))
    },
  }
}

/** A page or its payload, without query parameters that do not change it. */
export function pageOf(
  format: 'document' | 'payload',
  given: RouteMatch,
  render: (match: RouteMatch, source: PageSource) => Promise<RenderedPage>,
): StoredPage {
  const match = { ...given, search: sharedSearch(given) }
  const path = pathOf(match, match)
  return {
    format,
    address: path + match.search,
    path,
    locale: match.locale,
    isPersonal: isPersonal(match),
    render: (source) => render(match, source),
  }
}
