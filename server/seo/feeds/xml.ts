// Elements of a feed in XML.
import { escapeXml } from '../sitemap-xml.ts'

export function element(name: string, parts: string[]): string {
  return `<${name}>\n${parts.join('')}</${name}>\n`
}

/** Nothing where there is no text. */
export function text(name: string, content: string | undefined, attributes = ''): string {
  return content ? `<${name}${attributes}>${escapeXml(content)}</${name}>\n` : ''
}
