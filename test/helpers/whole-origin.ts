// An upstream whose responses have all fields of the contract, changed by a test.
import { callAt } from '../../shared/api/calls.ts'
import { segmentsOf } from '../../shared/path-pattern.ts'
import { fullContent } from './full-content.ts'
import { sendJson, type TestOrigin } from './origin.ts'
import { words } from './words.ts'

/** Called with each text of a response and the name of its field; texts in lists have the name of the list. */
export type Change = (value: string, field: string) => string

/** Article 4 is a sub-item of article 1. */
export function respondWithAll(origin: TestOrigin, change: Change): void {
  origin.answer('/api/home/', (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const name = callAt(segmentsOf(path))?.name
    if (!name) return sendJson(response, 404, {})
    const data = changed(fullContent[name], change, '')
    const own = name === 'articleDetail' ? identity(Number(path.split('/').at(-1))) : {}
    sendJson(response, 200, {
      success: true,
      data: Array.isArray(data) ? data : { ...(data as object), ...own },
      msg: '',
    })
  })
}

const identity = (id: number) => ({ id, parent_id: id === 4 ? 1 : 0 })

function changed(value: unknown, change: Change, field: string): unknown {
  if (typeof value === 'string') return change(value, field)
  if (Array.isArray(value)) return value.map((item) => changed(item, change, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, change, key)]))
}

/** Fields with a URL. */
export const urlFields = words(`
  url cover image image_mobile privacy link logo logo_dark mark path wechat_image
`)
/** Fields with enumerated values, dates or colours. */
export const fixedFields = words(`
  category status published_at updated_at light dark ink languages language time_zone slug kind schema
`)

/** Every kind of page, the error page last. */
export const everyPage = words(`
  /en /en/contact /en/news /en/product /en/news/1 /en/about /en/download /en/manual/1 /en/detail_second
  /en/news/1/4 /en/fr
`)
