// Query of a page in its other language.
import t from 'tap'
import { queryInOther } from '../../shared/language-query.ts'

const rows: [current: string, link: string, query: string][] = [
  ['?a=%20b&page=2', '?page=2', '?a=%20b&page=2'],
  ['?page=2&a=1', '', '?a=1'],
  ['?page=2', '', ''],
  ['?tag=水', '?tag=water', '?tag=water'],
  ['?filter=a&filter=b', '?filter=c&filter=d', '?filter=c&filter=d'],
  ['?filter=ab', '?filter=a&filter=b', '?filter=a&filter=b'],
  ['?keywords=a', '?keywords=b&page=2', '?keywords=a'],
]
t.test('page, topic and filters are those of the link, the rest stays', async (t) => {
  for (const [current, link, query] of rows) t.equal(queryInOther(current, link), query, `${current} ${link}`)
})
