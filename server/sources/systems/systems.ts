// The table of systems; each is imported on demand.
import { mapProblem } from './map-problem.ts'
import type { SystemDefinition } from './source.ts'

/** To add a system: a folder with a SystemDefinition, and its line here. */
const systems = {
  directus: async () => (await import('../directus/directus.ts')).directus,
  strapi: async () => (await import('../strapi/strapi.ts')).strapi,
  wordpress: async () => (await import('../wordpress/wordpress.ts')).wordpress,
} satisfies Record<string, () => Promise<SystemDefinition>>

type SystemName = keyof typeof systems

/** Throws MapProblem for another name. */
export async function systemNamed(kind: string): Promise<{ name: string; definition: SystemDefinition }> {
  const names = Object.keys(systems)
  if (!names.includes(kind)) throw mapProblem(`API_KIND: ${kind} is not one of ${names.join(', ')}`)
  // A key of the table.
  return { name: kind, definition: await systems[kind as SystemName]() }
}
