// Results of the cache fill.
import type { OriginResponse } from '../base/origin.ts'
import type { Entry } from './entry.ts'
import type { Tee } from './tee.ts'

/**
 * `entry`: may be shared; stored if `isStored`. `live`: may be shared while its body still arrives; `head` is the entry
 * without its body. `private`: for one visitor alone. `error`: the origin failed, with or without a response.
 */
export type FillResult =
  | { kind: 'entry'; entry: Entry; outcome: 'miss' | 'revalidated'; isStored: boolean }
  | { kind: 'live'; head: Entry; tee: Tee; entry: Promise<Entry | undefined> }
  | { kind: 'private'; response: OriginResponse }
  | { kind: 'error'; error: Error; response?: WholeResponse }

export type WholeResponse = OriginResponse & { body: Buffer }
