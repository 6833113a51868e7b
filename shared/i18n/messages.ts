// The keys that exist: the Chinese table is the reference, and the compiler finds what the English one misses.
import type { zh } from '../messages/zh.ts'

type Key = keyof typeof zh
export type Messages = Readonly<Record<Key, string>>
/** `results_one` and `results_other` are asked for as `results`. */
export type MessageKey = Key extends infer K
  ? K extends `${infer Base}_one` | `${infer Base}_other`
    ? Base
    : K
  : never
