// Traditional to simplified characters: in simplified.txt each is followed by its simplified form. From the variants of the Unicode Han
// database, for the 5401 characters of the first level of Big5 whose simplified form is in the first level of GB 2312.
import pairs from './simplified.txt'

export const simplified = new Map(
  [...pairs.matchAll(/(\S)(\S)/gu)].map(([, from = '', to = '']) => [from, to] as const),
)
