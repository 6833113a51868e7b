// A page while it is rendered: where markup goes, what belongs into its head, and what surrounds the current element.
import { asText, type Html } from '../html.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { createIds, type Ids } from './ids.ts'

/** React moves elements of the head to its front, in this order; `rest` stays where it was written. */
type Head = {
  html: string
  start: Html[]
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
}
type Take = (part: Html) => void

/** Longer text is taken, before joining it costs more than encoding it. */
const pieceLength = 4096

/** Without `take` all of the body stays in `text`. */
export function createPage(take?: Take): Page {
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
export function writeHtml(page: Page, html: Html) {
  if (typeof html === 'string') page.text += html
  else if (!page.take || !isInBody(page)) page.text += asText(html)
  else {
    takeText(page)
    page.take(html)
  }
}

function takeText(page: Page) {
  if (!page.take) return
  page.take(page.text)
  page.text = ''
}
