// The mark of the time at which a navigation showed its page (Performance API). A document has none: its time starts at 0.

export const pageShown = 'page shown'

export function markPageShown(): void {
  performance.clearMarks(pageShown)
  performance.mark(pageShown)
}
