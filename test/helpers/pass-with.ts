// The embedded response of a test origin, with other caching fields.
import type { Answer, TestOrigin } from './origin.ts'

/** `validators` of the embedded response are left out. */
export function passWith(origin: Pick<TestOrigin, 'content'>, fields: Record<string, string>): Answer {
  return async ({ method = 'GET', url: path = '/', headers: given }, response, body) => {
    const { 'if-none-match': _etag, 'if-modified-since': _date, ...headers } = given
    const answer = await origin.content.send({
      method,
      path,
      // As the origin of tests does.
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json', ...fields }).end(answer.body)
  }
}
