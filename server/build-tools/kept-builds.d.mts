// The types of kept builds, for their test.

type Build = { id: string; files: string[] }

export const buildsKept: number
export function keepBuilds(
  previous: string | undefined,
  build: { id: string; files: { path: string }[] },
): Promise<{ record: Build[]; kept: string[] }>
