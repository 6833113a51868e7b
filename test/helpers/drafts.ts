// An origin with items that only previews find: a draft, a scheduled article and an expired manual.
import type { Answer, TestOrigin } from './origin.ts'
import { sendJson } from './origin.ts'

export const draftTitle = 'A secret draft'

const draft = {
  id: 99,
  category: 'news',
  title: draftTitle,
  summary: 'Summary of a secret draft',
  body: '<p>Body of a secret draft</p>',
  published_at: '2026-03-09T09:30:00+08:00',
  status: 'draft',
  languages: ['zh', 'en'],
}

/** News 99 is a draft, in the list as well; news 98 is scheduled; manual 97 has expired. */
export function addDrafts(origin: TestOrigin): void {
  const data: Record<string, unknown> = {
    '/api/home/article/detail/99': draft,
    '/api/home/article/detail/98': { ...draft, id: 98, status: 'scheduled' },
    '/api/home/manual/97': { id: 97, title: 'An old manual', body: '<p>Old</p>', status: 'expired' },
    '/api/home/article/list/news': { list: [draft], total: 1 },
    '/api/home/article/recommends/news': [draft],
  }
  for (const [path, found] of Object.entries(data)) origin.answer(path, inPreview(origin, found))
}

/** The embedded content API does not have these items. */
function inPreview(origin: TestOrigin, data: unknown): Answer {
  return (request, response, body) =>
    request.headers['preview'] === '1'
      ? sendJson(response, 200, { success: true, data, msg: '' })
      : origin.pass(request, response, body)
}
