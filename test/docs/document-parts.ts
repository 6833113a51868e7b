// Reads of a Markdown document what the tests of the documents compare: code, links, headings.

const fence = /^( *)(`{3,}|~{3,}).*\n[\s\S]*?^\1\2 *$/gm
const span = /`([^`\n]+)`/g

export function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

/** The text without fenced code. */
function withoutFences(text: string): string {
  return text.replace(fence, '')
}

export function spansIn(text: string): string[] {
  return [...withoutFences(text).matchAll(span)].map(([, code = '']) => code)
}

/** Fenced code and code spans. */
export function codeIn(text: string): string[] {
  return [...[...text.matchAll(fence)].map(([code]) => code), ...spansIn(text)]
}

/** The text without fenced code and without the addresses of links. */
export function proseOf(text: string): string {
  return withoutFences(text).replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
}

/** Targets of links and images. */
export function linksIn(text: string): string[] {
  const plain = withoutFences(text).replace(span, '')
  const inline = [...plain.matchAll(/\]\(<?([^)\s>]+)>?(?: +"[^"]*")?\)/g)]
  const references = [...plain.matchAll(/^ *\[[^\]]+\]: +(\S+)/gm)]
  return [...inline, ...references].map(([, target = '']) => target)
}

/** The anchors of the headings, as GitHub makes them. */
export function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutFences(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const words = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let name = slug
    for (let count = 1; anchors.has(name); count++) name = `${slug}-${count}`
    anchors.add(name)
  }
  return anchors
}
