// Absolute URLs: the same result with and without the URL parser.
import t from 'tap'
import { absoluteUrl } from '../../shared/parse-url.ts'
import { property, textOf } from '../helpers/property.ts'

const site = 'https://example.com'

const isParsedAlike = (path: string) => absoluteUrl(`/${path}`, site) === URL.parse(`/${path}`, site)?.href
property(t, 'a path equals the result of the URL parser', textOf('/./a-_9?#: \\%水', 8), isParsedAlike)

t.test('URLs of another host', async (t) => {
  t.equal(absoluteUrl('//elsewhere.example/a.svg', site), 'https://elsewhere.example/a.svg')
  t.equal(absoluteUrl('https://elsewhere.example/a.svg', site), 'https://elsewhere.example/a.svg')
  t.equal(absoluteUrl('http://[', site), undefined)
})
