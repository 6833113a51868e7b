// Islands: blocks that the server renders and whose code never reaches a browser. Their names, props and addresses.
import type { Category } from './content/content.ts'
import { digest } from './digest.ts'
import type { Locale } from './locale.ts'
import type { Later } from './payload.ts'
import type { RouteId } from './routes.ts'

export type IslandProps = {
  RecommendedArticles: {
    locale: Locale
    model: Category
    id: number
    limit: number
    /** Of the page that it is on, where that is not in the first section of the category. */
    route?: RouteId
  }
}
export type IslandName = keyof IslandProps

/** Where an island stands in a page. Its data stays on the server, as a deferred part of the page. */
export type Island<Name extends IslandName = IslandName> = {
  name: Name
  props: IslandProps[Name]
} & Later<unknown>

export const islandFolder = '/__nuxt_island/'

/** Tells an island of one build with its props from all others. */
export function islandId({ name, props }: Island, build: string): string {
  return `${name}_${digest(`${name} ${JSON.stringify(props)} ${build}`)}`
}

export function islandUrl(island: Island, build: string): string {
  return `${islandFolder}${islandId(island, build)}.json?props=${encodeURIComponent(JSON.stringify(island.props))}`
}
