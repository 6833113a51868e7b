// Environment variables that look like misspelt settings: what they were to set stays at its default.
import { suggestion } from '../base/suggestion.ts'
import { configSchema } from '../config/schema.ts'

/** Kubernetes adds variables for each service: `REDIS_PORT` is no `REDIS_URL`. */
const ofOrchestrator = /_(?:PORT|HOST|PORT_\d+_\w+)$/

/** Lines like `SITE_ULR is not a setting, did you mean SITE_URL?`. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(configSchema.properties)
  return Object.keys(env)
    .filter((name) => env[name] && !known.includes(name) && !ofOrchestrator.test(name))
    .map((name) => ({ name, meant: suggestion(name, known) }))
    .filter(({ meant }) => meant !== '')
    .map(({ name, meant }) => `${name} is not a setting${meant}`)
    .sort()
}
