// Elements of HTML by their names; as React writes them, so that a browser's React finds what it expects.
import { formControls } from './controls.ts'
import { documentElements } from './document-elements.ts'
import { type Props, type WriteChildren, type WriteElement, writeOrdinary, writeVoid } from './element.ts'
import { writeImage } from './images.ts'
import type { Page } from './page.ts'
import { unsupported } from './unsupported.ts'

/** A parser drops the first line break, for which React writes a second one. */
const writePre: WriteElement = (page, tag, props, children) => {
  if (typeof props['children'] === 'string' || props['dangerouslySetInnerHTML'])
    throw unsupported('<pre> with a text alone')
  writeOrdinary(page, tag, props, children)
}

const leaveToReact: WriteElement = (_, tag) => {
  throw unsupported(`<${tag}>`)
}

const elements = new Map<string, WriteElement>([
  ...['area', 'br', 'col', 'embed', 'hr', 'param', 'source', 'track', 'wbr'].map(
    (tag) => [tag, writeVoid] as const,
  ),
  ...['base', 'foreignObject', 'listing', 'math', 'menuitem', 'object', 'style'].map(
    (tag) => [tag, leaveToReact] as const,
  ),
  ['img', writeImage],
  ['pre', writePre],
  ['noscript', within('noscript')],
  ['picture', within('picture')],
  ['svg', within('svg')],
  ...documentElements,
  ...formControls,
])

export function writeElement(page: Page, tag: string, props: Props, children: WriteChildren) {
  const write = elements.get(tag)
  if (write) write(page, tag, props, children)
  else if (tag.includes('-')) throw unsupported(`<${tag}>`)
  else writeOrdinary(page, tag, props, children)
  page.endsWithText = false
}

function within(scope: NonNullable<Page['scope']>): WriteElement {
  return (page, tag, props, children) => {
    const outer = page.scope
    if (outer !== undefined) throw unsupported(`<${tag}> in <${outer}>`)
    page.scope = scope
    writeOrdinary(page, tag, props, children)
    page.scope = outer
  }
}
