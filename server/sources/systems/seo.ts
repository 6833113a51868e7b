// SEO fields of an entry: those of Yoast and Rank Math (WordPress), of Strapi's component and of Directus's interface.
import { isObject, type Json, objectOf, textFrom, urlFrom } from './values.ts'

type SeoFields = {
  title?: string | undefined
  description?: string | undefined
  image?: string | undefined
  noindex?: true | undefined
}
/**
 * `title`, `cover`: of the entry, which plugins repeat. `siteTitle`: they put it behind the title, and the site does itself. `media`:
 * of a URL in the system.
 */
type Context = {
  title: string
  cover?: string | undefined
  siteTitle?: string | undefined
  media: (url: string) => string
}

/** A name of a plugin that has not been replaced: `%sitename%`. */
const variable = /%%?\w+%/
const separator = /[-–—|·•»:,]$/

/** Undefined where none of the fields says more than the page does itself. */
export function seoFrom(value: unknown, { title, cover, siteTitle, media }: Context): SeoFields | undefined {
  const fields = objectOf(value)
  const own = withoutSite(plain(fields, 'metaTitle', 'title', 'rank_math_title'), siteTitle)
  const picture = ['metaImage', 'shareImage', 'og_image', 'image', 'rank_math_facebook_image']
    .map((name) => urlFrom(firstOf(fields[name])))
    .find(Boolean)
  const seo: SeoFields = {
    ...(own !== undefined && own !== title && { title: own }),
    description: plain(fields, 'metaDescription', 'meta_description', 'description', 'rank_math_description'),
    ...(picture && media(picture) !== cover && { image: media(picture) }),
    ...(isHidden(fields) && { noindex: true }),
  }
  return Object.values(seo).some((one) => one !== undefined) ? seo : undefined
}

function plain(fields: Json, ...names: string[]): string | undefined {
  const text = names.map((name) => textFrom(fields[name])).find(Boolean)
  return text === undefined || variable.test(text) ? undefined : text
}

/** `Meter A` of `Meter A - Meter Works`; undefined for the title of the site alone. */
function withoutSite(text: string | undefined, siteTitle: string | undefined): string | undefined {
  if (!text || !siteTitle || !text.endsWith(siteTitle)) return text
  const rest = text.slice(0, -siteTitle.length).trimEnd()
  return rest === '' || separator.test(rest) ? rest.replace(separator, '').trimEnd() || undefined : text
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

/** `noindex` in a text or list of robots, or in the fields of Yoast; `no_index` of Directus. */
function isHidden({ no_index, robots, metaRobots, rank_math_robots }: Json): boolean {
  const said = [isObject(robots) ? robots['index'] : robots, metaRobots, rank_math_robots].flat()
  return no_index === true || said.some((one) => typeof one === 'string' && /\bnoindex\b/i.test(one))
}
