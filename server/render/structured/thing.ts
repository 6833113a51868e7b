// A thing of schema.org with what is known of it: properties without a value are left out.
import type { Thing } from 'schema-dts'

type Known<T> = T extends object ? { [Name in keyof T]: T[Name] | undefined } : never

export function thing<T extends Thing>(properties: Known<T>): T {
  const known = Object.entries(properties).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as T
}
