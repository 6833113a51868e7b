// The table of the content systems that `npm run tool -- cms` starts; each is imported on demand.
import type { StartCms } from './cms.ts'

/** To add one: a file with its StartCms, and its line here. */
export const systems = {
  directus: async () => (await import('./directus.ts')).startDirectus,
  strapi: async () => (await import('./strapi.ts')).startStrapi,
  wordpress: async () => (await import('./wordpress.ts')).startWordPress,
  'wordpress-polylang': async () => (await import('./wordpress-polylang.ts')).startPolylang,
} satisfies Record<string, () => Promise<StartCms>>

export type SystemName = keyof typeof systems

export function systemNamed(name: string | undefined): SystemName | undefined {
  // A key of the table.
  return Object.keys(systems).find((one) => one === name) as SystemName | undefined
}
