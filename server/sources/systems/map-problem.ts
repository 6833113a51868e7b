// What is wrong with api-map.yaml or API_KIND: no server starts with it.

type MapProblem = Error & { name: 'MapProblem' }

export function mapProblem(message: string): MapProblem {
  return Object.assign(new Error(message), { name: 'MapProblem' as const })
}

export function isMapProblem(error: unknown): error is MapProblem {
  return error instanceof Error && error.name === 'MapProblem'
}
