// A table of words: one for each value that has no space.
export const words = (text: string): string[] => text.trim().split(/\s+/)
