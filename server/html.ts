// HTML in pieces: texts, and bytes that were made before and are sent as they are.

export type Html = string | Buffer | readonly Html[]

/** What components take for the HTML. */
export type Place = (html: Html) => string

/** React knows only texts. */
export const asText: Place = (html) => {
  if (typeof html === 'string') return html
  return Buffer.isBuffer(html) ? html.toString() : (html as readonly Html[]).map(asText).join('')
}

/** This server's own renderer takes it as it is, wherever a component has `dangerouslySetInnerHTML`. */
export const asPieces: Place = (html) => html as string
