// The parameter of preview links: added to addresses, and removed in every spelling.
import t from 'tap'
import { withoutPreview, withPreview } from '../../shared/preview.ts'

t.test('it is added behind the query and before the hash, once', async (t) => {
  t.equal(withPreview('/news/1', 'a.b'), '/news/1?preview=a.b')
  t.equal(withPreview('/news?page=2#x#y', 'a.b'), '/news?page=2&preview=a.b#x#y')
  t.equal(withPreview('/news?preview=old&page=2', 'a.b'), '/news?page=2&preview=a.b')
})

t.test('it is removed with its value, and the rest stays as it was written', async (t) => {
  t.strictSame(withoutPreview('/news?a=%20&preview=x&b'), { url: '/news?a=%20&b', token: 'x' })
  t.strictSame(withoutPreview('/news?preview=x&preview=y'), { url: '/news', token: 'x' })
  t.strictSame(withoutPreview('/news?preview'), { url: '/news', token: '' })
  for (const spelling of ['Preview', '%70review', 'preview[]', 'preview%5B0%5D', '+preview', 'preview+'])
    t.strictSame(withoutPreview(`/news?${spelling}=x`), { url: '/news', token: 'x' }, spelling)
})

t.test('other parameters are none', async (t) => {
  for (const url of [
    '/preview',
    '/news',
    '/news?',
    '/news?keywords=preview',
    '/news?previews=1',
    '/news?%zz=1',
    '/?x=%',
  ])
    t.equal(withoutPreview(url), undefined, url)
})
