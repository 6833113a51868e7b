// Invalid responses of an origin to a business call, by their error.
import type { Answer } from './origin.ts'

const send =
  (status: number, body: string | Buffer, type = 'application/json'): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

const ofData = (data: unknown): Answer => send(200, JSON.stringify({ success: true, data, msg: '' }))

/** Invalid for every call. */
export const wrongResponses: Record<string, Answer> = {
  'HTTP 500': send(500, '{"message":"no"}'),
  'HTML with 200': send(200, '<h1>Maintenance</h1>', 'text/html'),
  'HTML as JSON': send(200, '<h1>Maintenance</h1>'),
  'nothing at all': send(200, ''),
  'cut JSON': send(200, '{"success":true,"data":[{"id":1'),
  'text that is not UTF-8': send(
    200,
    Buffer.concat([Buffer.from('{"success":true,"data":"'), Buffer.from([0xc4, 0xe3]), Buffer.from('"}')]),
  ),
  'no data': send(200, '{"success":true,"msg":""}'),
  'a number for data': ofData(12),
  'a text for data': ofData('x'),
  'a list of numbers for data': ofData([12]),
  'a list of nulls for data': ofData([null]),
}

/** What says "not there" where an item is looked up, and is as wrong as the others anywhere else. */
export const missingResponses: Record<string, Answer> = {
  'HTTP 404': send(404, '<h1>Not Found</h1>', 'text/html'),
  'code 404': send(200, '{"success":false,"code":404,"data":null,"msg":"none"}'),
  'null for data': ofData(null),
}
