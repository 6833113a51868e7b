// Rows of a long table of cases: all of them with `npm run test:all`, else some, spread over the table.
const isWhole = process.env['TEST_ROWS'] === 'all'

export function someOf<Row>(rows: readonly Row[], count: number): Row[] {
  if (isWhole || rows.length <= count) return [...rows]
  return rows.filter(
    (_, index) =>
      Math.floor((index * count) / rows.length) !== Math.floor(((index - 1) * count) / rows.length),
  )
}
