// What a browser reports when something failed in it; nothing in it says who the visitor is.

/** `start`: React could not take over · `render`: a page · `error`, `rejection`: nobody caught it · `island`. */
export const clientErrorKinds = ['start', 'render', 'error', 'rejection', 'island'] as const
export type ClientErrorKind = (typeof clientErrorKinds)[number]
export type ClientError = { kind: ClientErrorKind; build: string; message: string }
