// How far a folder of what is pulled is: the same after a restart.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonIn } from '../../base/json.ts'
import type { Noticed } from '../../sources/systems/noticed.ts'
import type { PartFields } from '../../sources/systems/source.ts'

/**
 * `since`: ISO 8601, from which changes have to be read. `totals`: by part how many entries there were. `held`: files. `verified`: how
 * far the walk is that reads everything again. `fields`, `noticed`: by part. `lost`: by part and field, since when, ISO 8601. `map`: a
 * digest of the map with which it was read. `problems`: of the map and the site.
 */
export type PulledState = {
  since: string
  totals: Record<string, number>
  held: string[]
  verified?: { part: string; start: number } | undefined
  fields?: Record<string, PartFields>
  noticed?: Record<string, Noticed>
  lost?: LostFields
  map?: string
  problems?: string[]
}
export type LostFields = Record<string, Record<string, string>>
/** The file is in the folder: hidden, so that it is no content. */
export const stateFile = '.state.json'

/** Undefined before everything has been pulled once, and for a damaged file. */
export async function readState(folder: string): Promise<PulledState | undefined> {
  return stateIn(await readFile(join(folder, stateFile), 'utf8').catch(() => ''))
}

/** Undefined for a text that is no state. */
export function stateIn(text: string): PulledState | undefined {
  return jsonIn(text) as PulledState | undefined
}
