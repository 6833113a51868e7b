// Requests of operators.
import type { Site } from './site.ts'

export const opsToken = 'a-token-of-operators'

export function postOps(
  { app }: Pick<Site, 'app'>,
  url: '/ops/purge',
  payload: unknown,
  authorization = `Bearer ${opsToken}`,
) {
  const headers = { authorization, 'content-type': 'application/json', host: 'evil.example' }
  return app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })
}

/** The value of a metric at /metrics, by its name and labels. */
export async function metricOf({ app }: Pick<Site, 'app'>, name: string): Promise<number> {
  const { body } = await app.inject('/metrics')
  const line = body.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}
