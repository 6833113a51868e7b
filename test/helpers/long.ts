// Long tests beside short ones of the same file: slow, and failing rarely. `npm run test:all` runs them, and `npm test`
// where it is given the file.
export const runsLong = process.env['LONG_TESTS'] !== 'no'

/** The whole table, or one of every `step` rows, from `first`. */
export function someOf<Row>(rows: readonly Row[], step: number, first = 0): readonly Row[] {
  return runsLong ? rows : rows.filter((_, index) => index % step === first)
}
