// Client error report of a browser; contains no personal data.

/**
 * `start`: the program did not start · `render`: a page could not be shown · `component`: a client component failed · `error`,
 * `rejection`: uncaught · `island`: its HTML failed.
 */
export const clientErrorKinds = ['start', 'render', 'component', 'error', 'rejection', 'island'] as const
export type ClientErrorKind = (typeof clientErrorKinds)[number]
export type ClientError = { kind: ClientErrorKind; build: string; message: string }
