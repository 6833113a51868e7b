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
