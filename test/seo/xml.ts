// Strict XML parser for sitemaps and feeds: throws for XML that is not well-formed.

export type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function readXml(xml: string): Element {
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/i.exec(xml)
  if (!declaration) throw new Error('no XML declaration')
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const pattern = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(<)/g
  for (const [whole, end, name, attributes, empty, text] of xml
    .slice(declaration[0].length)
    .matchAll(pattern)) {
    const current = open.at(-1)!
    if (text !== undefined) current.text += decode(text).trim()
    else if (name === undefined) throw new Error(`stray ${whole}`)
    else if (end) {
      if (open.pop()?.name !== name) throw new Error(`unexpected </${name}>`)
    } else {
      const element: Element = { name, attributes: readAttributes(attributes ?? ''), text: '', children: [] }
      current.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('elements that are not closed')
  return root.children[0]!
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value = '']) => [name, decode(value)]),
  )
}

function decode(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) throw new Error(`stray & in ${text}`)
  return text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
}
