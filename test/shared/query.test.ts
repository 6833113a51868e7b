// The query of a page is read within its limits; nonsense reads as absent.
import t from 'tap'
import { readQuery } from '../../shared/query.ts'

const nothing = {
  page: 1,
  pageSize: undefined,
  keywords: '',
  topic: '',
  product: undefined,
  sent: '',
  missing: false,
}

t.test('an empty query has the defaults', async (t) => {
  t.strictSame(readQuery(''), nothing)
  t.strictSame(readQuery('?other=1'), nothing)
})

t.test('every key is read', async (t) => {
  const query = readQuery(
    '?page=3&page_size=20&keywords=%E6%B0%B4+meter&topic=TL&product=11&sent=a-1_B&missing=1',
  )
  t.strictSame(query, {
    page: 3,
    pageSize: 20,
    keywords: '水 meter',
    topic: 'TL',
    product: 11,
    sent: 'a-1_B',
    missing: true,
  })
})

t.test('a page that is no whole number is the first one', async (t) => {
  for (const page of ['0', '-1', '1.5', 'x', '1e3', ' 2', '01', '', '9999999', '%00', '２']) {
    t.equal(readQuery(`?page=${page}`).page, 1, page)
  }
})

t.test('numbers stop at their limits', async (t) => {
  t.equal(readQuery('?page=999999').page, 10_000)
  t.equal(readQuery('?page_size=50').pageSize, 50)
  t.equal(readQuery('?page_size=51').pageSize, 50)
})

t.test('keywords lose control characters and stop at 100 characters', async (t) => {
  t.equal(readQuery('?keywords=%00a%0D%0A%09b%7F').keywords, 'a b')
  t.equal(readQuery(`?keywords=${'x'.repeat(500)}`).keywords.length, 100)
  t.equal(readQuery('?keywords=%zz').keywords, '%zz')
})

t.test('a reference that is no plain word is not shown', async (t) => {
  for (const sent of ['a b', '<b>', 'x'.repeat(65), '']) t.equal(readQuery(`?sent=${sent}`).sent, '', sent)
})

t.test('a product that is no id is none', async (t) => {
  for (const product of ['0', '-1', '1.5', 'x', '01', '1e3', '', '1'.repeat(16)])
    t.equal(readQuery(`?product=${product}`).product, undefined, product)
})
