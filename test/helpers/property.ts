// Properties that hold for any value: fast-check reports the smallest one that fails, and the seed of the run.
import fc, { type Arbitrary } from 'fast-check'
import type { Test } from 'tap'

/** `holds` returns false, or throws, where the property does not hold. */
export function property<Value>(
  t: Test,
  name: string,
  values: Arbitrary<Value>,
  holds: (value: Value) => boolean,
): void {
  t.test(name, async (t) => {
    t.doesNotThrow(() => fc.assert(fc.property(values, holds), { numRuns: 200 }))
  })
}

/** Texts of these characters or pieces. */
export function textOf(pieces: string | readonly string[], maxLength: number): Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...pieces), maxLength, size: 'max' })
}
