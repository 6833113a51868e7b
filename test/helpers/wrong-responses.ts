// Invalid responses of an upstream to a business call, by their error.
import type { Answer } from './origin.ts'

/** `hang`: no response at all. */
export type Wrong = 'hang' | { status: number; type: string; body: string | Buffer; location?: string }

const json = (body: string | Buffer, status = 200) => ({ status, type: 'application/json', body })

export const ofData = (data: unknown): Wrong => json(JSON.stringify({ success: true, data, msg: '' }))

export function answerOf(wrong: Wrong): Answer {
  if (wrong === 'hang') return () => {}
  const { status, type, body, location } = wrong
  const fields = { 'content-type': type, ...(location && { location }) }
  return (_request, response) => void response.writeHead(status, fields).end(body)
}

/** Invalid for every call. */
export const wrongResponses: Record<string, Wrong> = {
  'HTTP 500': json('{"message":"no"}', 500),
  '64 kB of error': json(JSON.stringify({ message: 'x'.repeat(65_536) }), 502),
  'a redirect to the site': {
    status: 302,
    type: 'text/html',
    body: '',
    location: 'https://www.tinglan.example/',
  },
  'HTML with 200': { status: 200, type: 'text/html', body: '<h1>Maintenance</h1>' },
  'HTML as JSON': json('<h1>Maintenance</h1>'),
  'nothing at all': json(''),
  'cut JSON': json('{"success":true,"data":[{"id":1'),
  'text that is not UTF-8': json(
    Buffer.concat([Buffer.from('{"success":true,"data":"'), Buffer.from([0xc4, 0xe3]), Buffer.from('"}')]),
  ),
  'no data': json('{"success":true,"msg":""}'),
  'success false': json('{"success":false,"data":null,"msg":"no"}'),
  'a number for data': ofData(12),
  'a text for data': ofData('x'),
  'a list of numbers for data': ofData([12]),
  'a list of nulls for data': ofData([null]),
}

/** What says "not there" where an item is looked up, and is as wrong as the others anywhere else. */
export const missingResponses: Record<string, Wrong> = {
  'HTTP 404': { status: 404, type: 'text/html', body: '<h1>Not Found</h1>' },
  'code 404': json('{"success":false,"code":404,"data":null,"msg":"none"}'),
  'null for data': ofData(null),
}
