export function boundaryProblems(sources: Map<string, string>): string[]
export function checkModuleBoundaries(root: string): Promise<void>
export const rooms: readonly { room: string; floor: number }[]
