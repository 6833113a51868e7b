// A step on the way from the home page to a page.

/** The last crumb is the page itself and needs no address. */
export type Crumb = { title: string; to?: string }
