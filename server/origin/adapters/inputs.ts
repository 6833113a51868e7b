// The parameters of each business call, from path, query and body.
import { firstByOrder, keywordsLimit } from '../../../shared/constants.ts'
import { failure } from '../../calls/failure.ts'
import {
  categoryFrom,
  idFrom,
  isFirst,
  pageOf,
  recommendLimit,
  wholeNumber,
  within,
} from '../../calls/parameters.ts'
import type { Inputs } from './adapter.ts'

type Given = { param: string; query: URLSearchParams; body: Record<string, unknown> }

const readers: { [Name in keyof Inputs]: (given: Given) => Inputs[Name] | undefined } = {
  about: byIdOrFirst,
  aboutInfo: bySign,
  articleDetail: byId,
  articleInfo: bySign,
  articleList: ({ param, query }) => {
    const { page, size } = pageOf(query, 'page_size')
    const keywords = [...(query.get('keywords') ?? '').trim()].slice(0, keywordsLimit).join('')
    return { category: categoryFrom(param), page, size, keywords }
  },
  articleRecommends: ({ param, body }) => ({
    category: categoryFrom(param),
    id: wholeNumber(body['id']) ?? 0,
    limit: within(1, wholeNumber(body['limit']) ?? recommendLimit.default, recommendLimit.max),
  }),
  download: byIdOrFirst,
  manual: byIdOrFirst,
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
  const id = idFrom(param)
  return id === 0 ? undefined : { id }
}

function byIdOrFirst(given: Given): { id: number } | undefined {
  return isFirst(given.param) ? { id: firstByOrder } : byId(given)
}

function bySign({ param }: Given): { sign: string } | undefined {
  return /^(?!\.+$)[A-Za-z0-9_.-]{1,64}$/.test(param) ? { sign: param } : undefined
}
