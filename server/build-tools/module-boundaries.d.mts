export function boundaryProblems(sources: Map<string, string>): string[]
export function checkModuleBoundaries(root: string): Promise<void>
