// The types of the development build, for the tests that run in it.

type Part = 'client' | 'server' | 'style' | 'copies'
type File = { path: string; contents: Uint8Array | string }

export const allParts: Part[]
export function createDevelopmentBundles(
  root: string,
  options: { cardFiles: () => Promise<File[]>; target?: string },
): Promise<{
  rebuild: (parts: Part[]) => Promise<void>
  errors: () => Error[]
  /** Resolves with the build's id. */
  write: () => Promise<string>
  dispose: () => Promise<unknown>
}>
