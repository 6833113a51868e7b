// The constants of what a browser loads after the first view, which has none of them.

export const buildCheckIntervalMs = 3_600_000

export const prefetchLimit = 4
export const prefetchRefusedOn: readonly string[] = ['slow-2g', '2g']
export const manifestDelayMs = 1000

export const loadingBar = { throttleMs: 200, durationMs: 2000, hideMs: 500, resetMs: 400 } as const
/** Of leaving and of entering, each: no page waits longer for a movement. */
export const transitionLimitMs = 500

export const toast = { durationMs: 3000, baseZIndex: 2000, mostRepeats: 99 } as const
export const backToTop = { fromPx: 200, throttleMs: 300 } as const
/** What waits stands `travelPx` lower than where it belongs. */
export const reveal = { offsetPx: 120, travelPx: 16 } as const
