// Long tests beside short ones of the same file: slow, and failing rarely. `npm run test:all` runs them, and `npm test`
// where it is given the file.
export const runsLong = process.env['LONG_TESTS'] !== 'no'

/** Options of a long test. test/tools/runner/report.mjs knows the reason. */
export const ifLong = { skip: runsLong ? false : 'long' }

/** The whole table, or one of every `step` rows, from `first`. */
export function someOf<Row>(rows: readonly Row[], step: number, first = 0): readonly Row[] {
  return runsLong ? rows : rows.filter((_, index) => index % step === first)
}
