export type Supply = {
  manifest: { dependencies: Record<string, string> } & Record<string, Record<string, unknown>>
  lock: { packages: Record<string, Record<string, unknown>> }
  npmrc: string
}
export function checkSupply(supply: Supply): { problems: string[]; runtime: string[]; all: number }
export function readSupply(root: string): Promise<Supply>
