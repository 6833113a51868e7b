// Client error report of a browser; contains no personal data.

/** `start`: hydration failed · `render`: a page failed · `error`, `rejection`: uncaught · `island`: its HTML failed. */
export const clientErrorKinds = ['start', 'render', 'error', 'rejection', 'island'] as const
export type ClientErrorKind = (typeof clientErrorKinds)[number]
export type ClientError = { kind: ClientErrorKind; build: string; message: string }
