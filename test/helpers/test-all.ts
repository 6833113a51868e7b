// What only `npm run test:all` runs: most rows of long tables of cases, and single tests that take long.
const isWhole = process.env['TEST_ROWS'] === 'all'

/** All rows with `npm run test:all`, else some of them, spread over the table. */
export function someOf<Row>(rows: readonly Row[], count: number): Row[] {
  if (isWhole || rows.length <= count) return [...rows]
  return Array.from({ length: count }, (_, index) => rows[Math.floor((index * rows.length) / count)]!)
}

/** The function, `t.test` or that of `createBrowserTest`, with `npm run test:all`; else one without effect. */
export function longTest<Given extends unknown[]>(
  test: (...given: Given) => unknown,
): (...given: Given) => void {
  return (...given) => void (isWhole && test(...given))
}
