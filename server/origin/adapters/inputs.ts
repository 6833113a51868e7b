// The parameters of each business call, from path, query and body.
import { categories, firstByOrder, keywordsLimit, pageLimit, pageSize } from '../../../shared/constants.ts'
import type { Category } from '../../../shared/content/content.ts'
import { failure } from '../../content/failure.ts'
import type { Inputs } from './adapter.ts'

type Given = { param: string; query: URLSearchParams; body: Record<string, unknown> }

const recommendLimit = { default: 3, max: 12 }

const readers: { [Name in keyof Inputs]: (given: Given) => Inputs[Name] | undefined } = {
  about: byIdOrFirst,
  aboutInfo: bySign,
  articleDetail: byId,
  articleInfo: bySign,
  articleList: ({ param, query }) => ({
    category: categoryFrom(param),
    page: within(1, wholeNumber(query.get('page')) ?? 1, pageLimit),
    size: within(1, wholeNumber(query.get('page_size')) ?? pageSize.default, pageSize.max),
    keywords: [...(query.get('keywords') ?? '').trim()].slice(0, keywordsLimit).join(''),
  }),
  articleRecommends: ({ param, body }) => ({
    category: categoryFrom(param),
    id: wholeNumber(body['id']) ?? 0,
    limit: within(1, wholeNumber(body['limit']) ?? recommendLimit.default, recommendLimit.max),
  }),
  download: byIdOrFirst,
  manual: byId,
  siteConfig: () => ({}),
  menu: () => ({}),
  labels: () => ({}),
  banners: ({ body }) => {
    if (typeof body['position'] !== 'string') throw failure('malformed')
    return { position: body['position'] }
  },
}

/** False for a call that no adapter has. */
export function isAdapted(name: string): name is keyof Inputs {
  return Object.hasOwn(readers, name)
}

/** Undefined where nothing can have such parameters. Throws Failure. */
export function readInput<Name extends keyof Inputs>(name: Name, given: Given): Inputs[Name] | undefined {
  return readers[name](given)
}

function byId({ param }: Given): { id: number } | undefined {
  return /^[1-9]\d{0,14}$/.test(param) ? { id: Number(param) } : undefined
}

function byIdOrFirst(given: Given): { id: number } | undefined {
  return given.param === String(firstByOrder) ? { id: firstByOrder } : byId(given)
}

function bySign({ param }: Given): { sign: string } | undefined {
  return /^(?!\.+$)[A-Za-z0-9_.-]{1,64}$/.test(param) ? { sign: param } : undefined
}

function categoryFrom(param: string): Category {
  const category = categories.find((known) => known === param)
  if (!category) throw failure('missing')
  return category
}

/** Undefined for anything but digits with an optional sign. */
function wholeNumber(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
