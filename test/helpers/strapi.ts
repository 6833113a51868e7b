// Strapi replayed from recorded responses, with an adapted origin in front of it.
import type { Test } from 'tap'
import { answerJson, createTestAdapted, createTestCms } from './cms.ts'

export const strapiToken = 'planted-secret-of-the-test'

export async function createStrapi(t: Test) {
  const cms = await createTestCms(t, 'strapi')
  const adapted = await createTestAdapted(t, {
    API_KIND: 'strapi',
    API_BASE: cms.urls[0]!,
    API_TOKEN: strapiToken,
  })
  const data = async (method: string, path: string, body?: object) => {
    const response = await adapted.origin.send({
      ...{ method, path, headers: {} },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    })
    return { status: response.status, data: JSON.parse(String(response.body)).data }
  }
  return { ...adapted, cms, data, get: (path: string) => data('GET', path) }
}

type World = Awaited<ReturnType<typeof createStrapi>>

/** Responds with entries to every request of a type with these words in its query, and with what the type has to others. */
export function answerEntries({ cms }: World, type: string, entries: object[], total = entries.length) {
  answerJson(cms, `/api/${type}?`, { data: entries, meta: { pagination: { total } } })
}

export const article = { documentId: 'abc', locale: 'zh-Hans', title: '标题', slug: 'abc', body: 'text' }

/** A file as Strapi sends it, with the copies that it makes. */
export const picture = {
  ...{ id: 5, documentId: 'p', mime: 'image/jpeg', url: '/uploads/art_1.jpeg', alternativeText: 'Art' },
  ...{ width: 5824, height: 3259 },
  formats: {
    large: { url: '/uploads/large_art_1.jpeg', width: 1000, height: 560 },
    small: { url: '/uploads/small_art_1.jpeg', width: 500, height: 280 },
  },
}
