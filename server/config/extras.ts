// Extras with settings of their own. One is deleted with its file and its line here.
import type { Analytics } from '../../shared/payload.ts'
import { analytics } from './analytics.ts'

const extras = {
  analytics,
}

type Extras = typeof extras
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
/** What one extra has. */
type Extra = {
  settings: object
  problem: (name: string, values: never) => string | undefined
  read: (values: never) => ExtraConfig
}
type SettingsOf<E> = All<
  E[keyof E] extends infer One ? (One extends { settings: infer S } ? S : never) : never
>
const all: Extra[] = Object.values(extras)

export type ExtraConfig = { analytics?: Analytics | undefined }

// The settings of all extras.
export const extraSettings = Object.assign({}, ...all.map(({ settings }) => settings)) as SettingsOf<Extras> &
  object

export function extraProblem(name: string, values: object): string | undefined {
  // The settings of every extra are among the values.
  return all.map(({ problem }) => problem(name, values as never)).find((one) => one !== undefined)
}

export function extraConfig(values: object): ExtraConfig {
  return Object.assign({}, ...all.map(({ read }) => read(values as never)))
}
