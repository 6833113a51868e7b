// Structured data parser: things by type, and the properties that Google requires of each.
import { find } from '../helpers/html.ts'

export type Thing = Record<string, unknown> & { '@type': string }

export function thingsOf(html: string): Thing[] {
  const text = find(html, /<script type="application\/ld\+json">([^<]*)<\/script>/)
  return text ? (JSON.parse(text) as { '@graph': Thing[] })['@graph'] : []
}

/**
 * Required and recommended by Google's documentation of each type, as far as content has it. A Product would also need
 * an offer, a review or a rating for a result of its own; this site's content has none.
 */
const required: Record<string, string[]> = {
  Organization: ['name', 'url', 'logo'],
  WebSite: ['name', 'url', 'potentialAction.target.urlTemplate', 'potentialAction.query-input'],
  BreadcrumbList: ['itemListElement.position', 'itemListElement.name', 'itemListElement.item'],
  NewsArticle: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher'],
  Product: ['name', 'description', 'image', 'brand.name'],
  Service: ['name', 'provider', 'description'],
  FAQPage: ['mainEntity.name', 'mainEntity.acceptedAnswer.text'],
  AboutPage: ['name', 'url'],
  ContactPage: ['name', 'url', 'mainEntity'],
}
const absolute = ['url', 'logo', 'image', 'item', 'mainEntityOfPage', 'urlTemplate']

/** Problems of the structured data of a page. */
export function problemsIn(things: Thing[], siteUrl: string): string[] {
  const unknown = things
    .filter((thing) => !required[thing['@type']])
    .map((thing) => `unknown ${thing['@type']}`)
  const missing = things.flatMap((thing) =>
    (required[thing['@type']] ?? [])
      .filter((path) =>
        valuesAt(thing, path).some((value) => value === undefined || value === '' || value === null),
      )
      .map((path) => `${thing['@type']} without ${path}`),
  )
  return [...unknown, ...missing, ...things.flatMap((thing) => relativeIn(thing, siteUrl))]
}

/** Required of each member of a list; an empty list counts as missing. */
function valuesAt(value: unknown, path: string): unknown[] {
  const [name = '', ...rest] = path.split('.')
  const own = (value as Record<string, unknown> | undefined)?.[name]
  const members = Array.isArray(own) ? (own.length > 0 ? own : [undefined]) : [own]
  return rest.length === 0 ? members : members.flatMap((member) => valuesAt(member, rest.join('.')))
}

function relativeIn(value: unknown, siteUrl: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const texts = [inner].flat().filter((one): one is string => typeof one === 'string')
    const wrong = absolute.includes(name) ? texts.filter((text) => !text.startsWith(`${siteUrl}/`)) : []
    return [...wrong.map((text) => `${name} is ${text}`), ...relativeIn(inner, siteUrl)]
  })
}
