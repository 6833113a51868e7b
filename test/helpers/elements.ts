// Elements of a page, as an HTML parser sees them.
import sanitizeHtml from 'sanitize-html'
import type { Site } from './site.ts'

export type ElementSeen = { name: string; attributes: Record<string, string> }

/** Every element in document order, with its attributes decoded. */
export function elementsOf(html: string): ElementSeen[] {
  const seen: ElementSeen[] = []
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (name, attributes) => void seen.push({ name, attributes: { ...attributes } }),
  })
  return seen
}

/** Names of elements and attributes only, which text must not change. */
export function structureOf(html: string): string[] {
  return elementsOf(html).map(({ name, attributes }) => [name, ...Object.keys(attributes)].join(' '))
}

type ScriptSeen = { attributes: string; text: string }

/** Script elements with the text between their tags. */
function scriptsOf(html: string): ScriptSeen[] {
  return [...html.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))
}

/** Executable inline scripts, besides those that every page has. */
export function inlineScriptsOf(
  html: string,
  { inlineScripts }: Pick<Site['build'], 'inlineScripts'>,
): ScriptSeen[] {
  return scriptsOf(html).filter(
    ({ attributes, text }) =>
      !/type="application\/(?:ld\+)?json"/.test(attributes) &&
      !/\ssrc="/.test(attributes) &&
      text !== inlineScripts.first &&
      text !== inlineScripts.start,
  )
}
