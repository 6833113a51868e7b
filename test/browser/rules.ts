// Rules for the test origin: articles of one test, replaced texts.
import { sendJson, type TestOrigin } from '../helpers/origin.ts'

let lastId = 9000

/** A news with this body, which only this test asks for; its path in English. */
export function addArticle({ content, answer }: TestOrigin, body: string, title = 'The fair'): string {
  const id = ++lastId
  answer(`/api/home/article/detail/${id}?`, async ({ url = '' }, response) => {
    const sent = await content.send({ method: 'GET', path: url.replace(`/${id}?`, '/1?'), headers: {} })
    const { data, ...envelope } = JSON.parse(String(sent.body)) as { data: object }
    sendJson(response, 200, { ...envelope, data: { ...data, id, title, body } })
  })
  return `/en/news/${id}`
}

/** Enough text that a page scrolls, with a link in the middle. */
export function longBody(link: string): string {
  const text = '<p>Water is measured here, day after day.</p>'.repeat(40)
  return `${text}<h2 id="half-way">Half way</h2><p>${link}</p>${text}`
}
