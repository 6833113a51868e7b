// Limits of rich texts, in characters and open tags.

/** Longer texts are rejected without being sanitised. */
export const mostCharacters = 1_000_000
/** Sanitising a text of this length takes up to 30 ms on the main thread. */
export const largeCharacters = 40_000
/** Limit of open tags: an end tag is looked for among all of them. */
export const deepest = 1000
