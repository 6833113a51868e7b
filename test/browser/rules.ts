// Rules for the test origin: articles of one test, replaced texts.
import { sendJson, type TestOrigin } from '../helpers/origin.ts'

let lastId = 9000

/** A news with this body, which only this test asks for; its path in English. */
export function addArticle(origin: TestOrigin, body: string, title = 'The fair'): string {
  return `/en/news/${addItem(origin, 1, { title, body })}`
}

/** A copy of an item with other fields; its id. */
export function addItem({ content, answer }: TestOrigin, like: number, fields: object): number {
  const id = ++lastId
  answer(`/api/home/article/detail/${id}?`, async ({ url = '' }, response) => {
    const path = url.replace(`/${id}?`, `/${like}?`)
    const sent = await content.send({ method: 'GET', path, headers: {} })
    const { data, ...envelope } = JSON.parse(String(sent.body)) as { data: object }
    sendJson(response, 200, { ...envelope, data: { ...data, id, ...fields } })
  })
  return id
}

/** Enough text that a page scrolls, with a link in the middle. */
export function longBody(link: string): string {
  const text = '<p>Water is measured here, day after day.</p>'.repeat(40)
  return `${text}<h2 id="half-way">Half way</h2><p>${link}</p>${text}`
}
