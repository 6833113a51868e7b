// Search over the lists of the sections, for an origin without the search call: each section finds and ranks by itself.
import { calls } from '../../shared/api/calls.ts'
import { pageLimit, pageSize } from '../../shared/constants.ts'
import { highlight } from '../../shared/highlight.ts'
import { queryString } from '../../shared/href.ts'
import { fillPattern } from '../../shared/path-pattern.ts'
import { withoutJoiners } from '../../shared/plain-text.ts'
import type { Section, SiteSections } from '../../shared/sections.ts'
import { parseJson } from '../base/json.ts'
import { wholeNumber, within } from '../base/numbers.ts'
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import { originError } from '../base/origin-error.ts'
import { readBody } from '../base/read-body.ts'
import { countFrom, type Json, objectOf, objectsOf } from '../sources/systems/values.ts'
import { validateResponse } from './validate-response.ts'

type ListSearchOptions = {
  send: Send
  sections: () => SiteSections
  /** Bytes of one list. */
  responseLimit: number
  timeoutMs: number
}
/** `kind`: '' for all sections; another than those of lists has no results. */
type Wanted = { q: string; lang: string; kind: string; sort: string; page: number; size: number }
type List = { items: Json[]; total: number }
/** The result with an index in the list of a section. */
type Place = { category: string; index: number }

/**
 * Responds to a search request of shared/api with the first results of the sections in turns. A section whose list fails is
 * left out, and the response is not stored; if all fail, it rejects with the error of the first.
 */
export function createListSearch({ send, sections, responseLimit, timeoutMs }: ListSearchOptions) {
  async function listOf(
    request: OriginRequest,
    category: string,
    wanted: Wanted,
    page: number,
  ): Promise<List> {
    const { q, lang, sort, size } = wanted
    const path = fillPattern(calls.articleList.path, () => category)
    const query = queryString({ lang, keywords: q, sort, page, page_size: size })
    const { status, headers, body } = await send({ ...request, method: 'GET', path: path + query })
    const bytes = await readBody(body, responseLimit, timeoutMs)
    const call = { name: 'articleList', params: { category } } as const
    const result = validateResponse(call, status, headers, bytes, parseJson)
    if (!('data' in result))
      throw originError(
        'content',
        new Error(`search: ${path}: expected a list, got status ${status}`),
        status,
      )
    const { list, total } = objectOf(result.data)
    return { items: objectsOf(list), total: countFrom(total) ?? 0 }
  }

  return async (request: OriginRequest, mayBeStored: boolean): Promise<OriginResponse> => {
    const wanted = wantedIn(request)
    if (wanted.q === '') return responseOf(request, { list: [], total: 0, counts: {}, terms: [] })
    const searched = sections()
    const settled = await Promise.allSettled(
      searched.lists.map(async ({ slug }) => [slug, await listOf(request, slug, wanted, 1)] as const),
    )
    const lists = new Map(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    if (lists.size === 0 && settled.length > 0) throw settled.find((one) => one.status === 'rejected')?.reason
    const isWanted = ([category]: [string, List]) => wanted.kind === '' || wanted.kind === category
    const places = placesOf(new Map([...lists].filter(isWanted)), wanted)
    const items = await itemsAt(places, wanted.size, (category, page) =>
      page === 1 ? lists.get(category) : listOf(request, category, wanted, page),
    )
    const counts = Object.fromEntries([...lists].map(([category, { total }]) => [category, total]))
    const shown = Object.entries(counts).filter(([category]) => !wanted.kind || wanted.kind === category)
    return responseOf(
      request,
      {
        list: places.flatMap((place, at) => rowOf(items[at], searched.of(place.category), wanted.q)),
        total: shown.reduce((sum, [, total]) => sum + total, 0),
        counts,
        terms: [],
      },
      mayBeStored && lists.size === searched.lists.length,
    )
  }
}

function wantedIn({ path }: OriginRequest): Wanted {
  const query = new URLSearchParams(path.split('?')[1])
  const text = (name: string) => withoutJoiners(query.get(name) ?? '').trim()
  const size = within(1, wholeNumber(query.get('size')) ?? pageSize.default, pageSize.max)
  const page = within(1, wholeNumber(query.get('page')) ?? 1, pageLimit)
  return { q: text('q'), lang: text('lang'), kind: text('kind'), sort: text('sort'), page, size }
}

/** The places of the wanted page: the first result of each section, then the second of each, and so on. */
function placesOf(lists: Map<string, List>, { page, size }: Wanted): Place[] {
  const end = page * size
  const places: Place[] = []
  for (let index = 0; places.length < end; index++) {
    const others = [...lists].filter(([, { total }]) => index < total)
    if (others.length === 0) break
    places.push(...others.map(([category]) => ({ category, index })))
  }
  return places.slice(end - size, end)
}

/** Undefined for a place that the list of its section does not have. */
async function itemsAt(
  places: Place[],
  size: number,
  listOf: (category: string, page: number) => Promise<List> | List | undefined,
): Promise<(Json | undefined)[]> {
  const pages = new Map<string, Promise<List> | List | undefined>()
  for (const { category, index } of places) {
    const page = Math.floor(index / size) + 1
    const key = `${category} ${page}`
    if (!pages.has(key)) pages.set(key, listOf(category, page))
  }
  return Promise.all(
    places.map(async ({ category, index }) => {
      const list = await pages.get(`${category} ${Math.floor(index / size) + 1}`)
      return list?.items[index % size]
    }),
  )
}

/** A row as shared/content/content.ts reads it; the reader of the call checks the fields. */
function rowOf(item: Json | undefined, section: Section | undefined, q: string): object[] {
  if (!item || !section) return []
  const { slug: kind, kind: form } = section
  const { id, title, summary, cover, cover_sizes, published_at, status } = item
  const marked = (text: unknown) =>
    highlight(typeof text === 'string' ? text : '', q).map(({ text, isMatch }) => ({
      text,
      ...(isMatch && { mark: true }),
    }))
  const date = form === 'news' ? published_at : undefined
  const picture = { cover, cover_sizes }
  return [{ kind, id, title: marked(title), text: marked(summary), ...picture, status, published_at: date }]
}

function responseOf({ preview }: OriginRequest, data: object, mayBeStored = true): OriginResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...((preview || !mayBeStored) && { 'cache-control': 'private, no-store' }),
    },
    body: Buffer.from(JSON.stringify({ success: true, data, msg: '' })),
  }
}
