// Header fields with which visitors have poisoned caches.
import { combinedAttacks } from '../cache/helpers/attacks.ts'
import { words } from './words.ts'

/** Header fields with a meaning in other frameworks, by value. */
const steered: Record<string, string> = {
  1: 'x-middleware-prefetch x-nextjs-data rsc next-router-prefetch x-nuxt-no-ssr x-nuxt-payload',
  '/metrics': 'x-middleware-rewrite x-matched-path x-invoke-path x-astro-path x-accel-redirect',
  '/evil': 'next-url x-nitro-prerender',
  yes: 'x-react-router-spa-mode',
  prefetch: 'purpose sec-purpose',
  '500': 'x-invoke-status',
  '8080/evil': 'x-forwarded-port',
  cors: 'sec-fetch-mode',
  true: 'x-nuxt-error',
  '{"evil":1}': 'x-astro-locals x-react-router-prerender-data',
  'middleware:middleware:middleware:middleware:middleware': 'x-middleware-subrequest',
}
export const steering: Record<string, string> = Object.fromEntries(
  Object.entries(steered).flatMap(([value, names]) => words(names).map((name) => [name, value])),
)

export const poisons: Record<string, string> = { ...combinedAttacks, ...steering }
