// The table of systems; each is imported on demand.
import type { SystemDefinition } from './adapter.ts'

/** To add one: a file with a SystemDefinition, and its line here. */
export const adapters = {
  directus: async () => (await import('./directus/directus.ts')).directus,
  strapi: async () => (await import('./strapi/strapi.ts')).strapi,
  wordpress: async () => (await import('./wordpress/wordpress.ts')).wordpress,
} satisfies Record<string, () => Promise<SystemDefinition>>

export type SystemName = keyof typeof adapters
