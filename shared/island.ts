// Islands: blocks that the server renders and whose code never reaches a browser. Their names, props and addresses.
import { digest } from './digest.ts'
import type { Locale } from './locale.ts'

export type IslandProps = {
  /** Header and footer, in another language. */
  Shell: { locale: Locale }
  RecommendedArticles: {
    locale: Locale
    /** The slug of a section. */
    model: string
    id: number
    limit: number
  }
}
export type IslandName = keyof IslandProps

export type Island<Name extends IslandName = IslandName> = { name: Name; props: IslandProps[Name] }

export const islandFolder = '/__nuxt_island/'

/** Unique for build, name and props. */
export function islandId({ name, props }: Island, build: string): string {
  return `${name}_${digest(`${name} ${JSON.stringify(props)} ${build}`)}`
}

export function islandUrl(island: Island, build: string): string {
  return `${islandFolder}${islandId(island, build)}.json?props=${encodeURIComponent(JSON.stringify(island.props))}`
}
