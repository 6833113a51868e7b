type Size = {
  bytes: number
  files: { path: string; bytes: number }[]
  sources: { path: string; bytes: number }[]
}
type Sizes = Record<string, Size>
type Limits = Record<string, number>
export const budgets: { 'first view': number; React: number; 'client/browser/suggestions.ts': number }
export function budgetProblem(sizes: Sizes, before: Sizes | undefined, limits?: Limits): string | undefined
export function explain(sizes: Sizes, limits?: Limits): string
type Output = { entryPoint?: string; inputs: Record<string, unknown> }
export function reactProblem(outputs: Record<string, Output>): string | undefined
