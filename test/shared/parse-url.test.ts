// Absolute URLs: the same result with and without the URL parser.
import t from 'tap'
import { absoluteUrl } from '../../shared/parse-url.ts'
import { createRandom } from '../helpers/random.ts'

const site = 'https://example.com'

t.test('an absolute URL equals the result of the URL parser', async (t) => {
  const { below, text } = createRandom(5)
  for (let round = 0; round < 20_000; round++) {
    const path = text('/./a-_9?#: \\%水', below(9))
    if (absoluteUrl(`/${path}`, site) !== URL.parse(`/${path}`, site)?.href) t.fail(path)
  }
  t.equal(absoluteUrl('//elsewhere.example/a.svg', site), 'https://elsewhere.example/a.svg')
  t.equal(absoluteUrl('https://elsewhere.example/a.svg', site), 'https://elsewhere.example/a.svg')
  t.equal(absoluteUrl('http://[', site), undefined)
})
