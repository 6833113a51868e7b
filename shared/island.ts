// Islands: blocks that the server renders and whose code never reaches a browser. Their names, props and addresses.
import type { Category } from './content/content.ts'
import type { Locale } from './locale.ts'

export type IslandProps = {
  RecommendedArticles: { locale: Locale; model: Category; id: number; limit: number }
}
export type IslandName = keyof IslandProps

/** Where an island stands in a page. `promise` is its data, and stays on the server; null: it could not be loaded. */
export type Island<Name extends IslandName = IslandName> = {
  name: Name
  props: IslandProps[Name]
  promise?: Promise<unknown>
}

export const islandFolder = '/__nuxt_island/'

/** Tells an island of one build with its props from all others. */
export function islandId({ name, props }: Island, build: string): string {
  return `${name}_${digest(`${name} ${JSON.stringify(props)} ${build}`)}`
}

export function islandUrl(island: Island, build: string): string {
  return `${islandFolder}${islandId(island, build)}.json?props=${encodeURIComponent(JSON.stringify(island.props))}`
}

/** 53 bits, after Bob Jenkins' and Austin Appleby's mixing: a check of spelling and no secret. */
function digest(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
