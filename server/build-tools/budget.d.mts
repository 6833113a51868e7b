// The budget's types, for its test.

export type FirstViewSize = {
  bytes: number
  files: { path: string; bytes: number }[]
  sources: { path: string; bytes: number }[]
}
type Sizes = Record<string, FirstViewSize>

export const firstViewBudgetBytes: number
export function budgetProblem(sizes: Sizes, before?: Sizes, budget?: number): string | undefined
export function explain(sizes: Sizes, budget?: number): string
