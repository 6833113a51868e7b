// The languages of a content system: those that the map names, else those that its items have. Where it has one, entries of its
// menu have no title in the other.
import {
  defaultLanguages,
  hasTwo,
  languagesFrom,
  listOf,
  type SiteLanguages,
} from '../../../shared/languages.ts'
import { otherLocale } from '../../../shared/locale.ts'
import { recordIn } from '../../base/json.ts'
import type { ApiMap } from '../../sources/systems/api-map.ts'
import type { SiteReads } from '../../sources/systems/source.ts'
import { type Json, objectOf, objectsOf } from '../../sources/systems/values.ts'
import type { PulledFolder } from './folder.ts'

/** What is on every page, of `site` and the map; the menu of the map is as its author has written it. */
export function withLanguages(site: SiteReads, folder: PulledFolder, map: ApiMap): SiteReads {
  const languagesNow = async () =>
    languagesFrom(map.site?.languages) ?? (map.menu ? defaultLanguages : languagesOfItems(folder))
  return {
    ...site,
    async menu(system, addressOf) {
      const nodes = await site.menu(system, addressOf)
      const languages = await languagesNow()
      return map.menu || hasTwo(languages) || !Array.isArray(nodes)
        ? nodes
        : objectsOf(nodes).map((node) => withOneTitle(node, languages))
    },
    siteConfig: async (system) => ({
      ...objectOf(await site.siteConfig(system)),
      languages: await languagesNow(),
    }),
  }
}

/** A language that comes later is the second, so that addresses stay. */
async function languagesOfItems({ known, read }: PulledFolder): Promise<SiteLanguages> {
  const used = new Set([...known.values()].map(({ lang }) => lang))
  if (used.size === 0) return defaultLanguages
  // The file as it was written last.
  const last = languagesFrom(recordIn((await read('site.yaml')) ?? '')['languages']) ?? defaultLanguages
  const order = hasTwo(last) ? last : [last[0], otherLocale(last[0])]
  return languagesFrom(order.filter((locale) => locale && used.has(locale))) ?? defaultLanguages
}

function withOneTitle(node: Json, languages: SiteLanguages): Json {
  const [locale] = listOf(languages)
  return {
    ...node,
    title: { ...objectOf(node['title']), ...(locale && { [otherLocale(locale)]: '' }) },
    children: objectsOf(node['children']).map((child) => withOneTitle(child, languages)),
  }
}
