// A page while it is rendered: where markup goes, what belongs into its head, and what surrounds the current element.
import { splitAtMarks } from '../placed.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { createIds, type Ids } from './ids.ts'
import { unsupported } from './unsupported.ts'

/** React moves elements of the head to its front, in this order; `rest` stays where it was written. */
type Head = {
  html: string
  start: (string | Buffer)[]
  charset: string
  viewport: string
  /** By what they load. */
  images: Map<string, string>
  hoisted: string
  rest: string
  body: string
}

export type Page = {
  /** Markup that has not been taken yet. */
  text: string
  /** Whether it ends with the text of a node, from which another one has to be told apart. */
  endsWithText: boolean
  head: Head
  /** Inside of these elements what belongs into the head stays where it is. */
  scope: 'picture' | 'noscript' | 'svg' | undefined
  /** The value of the `<select>` around. */
  selected: unknown
  hooks: Hooks
  ids: Ids
  /** Takes markup of the body from time to time. */
  take: Take | undefined
  kept: readonly Buffer[]
}
type Take = (part: string | Buffer) => void

/** Longer text is taken, before joining it costs more than encoding it. */
const pieceLength = 4096

/** `kept`: HTML for the marks in it, see placed.ts. Without `take` all of the body stays in `text`. */
export function createPage({ kept, take }: { kept: readonly Buffer[]; take?: Take }): Page {
  const ids = createIds()
  return {
    text: '',
    endsWithText: false,
    head: {
      html: '',
      start: [],
      charset: '',
      viewport: '',
      images: new Map(),
      hoisted: '',
      rest: '',
      body: '',
    },
    scope: undefined,
    selected: undefined,
    hooks: createHooks(ids.create),
    ids,
    take,
    kept,
  }
}

/** Before it, text belongs into the head. */
function isInBody({ head }: Page): boolean {
  return head.body !== ''
}

/** To be called between elements. */
export function spill(page: Page) {
  if (isInBody(page) && page.text.length > pieceLength) takeText(page)
}

/** HTML that is sent as it is. */
export function writeHtml(page: Page, html: string) {
  if (page.kept.length === 0) page.text += html
  else for (const part of partsOf(page, html)) writePart(page, part)
}

/** HTML, with what is kept in the places of its marks. */
export function partsOf({ kept }: Page, html: string): (string | Buffer)[] {
  const parts: (string | Buffer)[] = []
  splitAtMarks(html, {
    text: (text) => parts.push(text),
    mark(index) {
      const part = kept[index]
      if (!part) throw unsupported('a mark that stands for nothing')
      parts.push(part)
    },
  })
  return parts
}

function writePart(page: Page, part: string | Buffer) {
  if (typeof part === 'string') page.text += part
  else if (!isInBody(page) || !page.take) page.text += part.toString()
  else {
    takeText(page)
    page.take(part)
  }
}

function takeText(page: Page) {
  if (!page.take) return
  page.take(page.text)
  page.text = ''
}
