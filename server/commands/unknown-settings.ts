// Environment variables that look like misspelt settings: what they were to set stays at its default.
import { suggestion } from '../base/suggestion.ts'
import { configSchema } from '../config/schema.ts'

/** Kubernetes adds variables for each service: `REDIS_PORT` is no `REDIS_URL`. */
const ofOrchestrator = /_(?:PORT|HOST|PORT_\d+_\w+)$/

/** Settings of the last release that are ignored, with what replaces them. */
export const formerSettings: Record<string, string> = {
  MEDIA_RESIZE: 'copies of pictures are always made, but with MEDIA_COPIES_BYTES=0',
}

/** Lines like `SITE_ULR is not a setting, did you mean SITE_URL?`. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(configSchema.properties)
  return Object.keys(env)
    .filter(
      (name) => env[name] && !known.includes(name) && !(name in formerSettings) && !ofOrchestrator.test(name),
    )
    .map((name) => ({ name, meant: suggestion(name, known) }))
    .filter(({ meant }) => meant !== '')
    .map(({ name, meant }) => `${name} is not a setting${meant}`)
    .concat(formerIn(env))
    .sort()
}

function formerIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(formerSettings).flatMap(([name, instead]) =>
    env[name] ? [`${name} is no longer a setting: ${instead}`] : [],
  )
}
