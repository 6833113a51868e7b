// Small rules: the status of an error, filters, dates, escaping, texts of forms and parts of payloads.
import t from 'tap'
import { apiError, found, isApiError, isOverload, pageError, shownError } from '../../shared/errors.ts'
import { escapeHtml, escapeXml } from '../../shared/escape-html.ts'
import { choiceOf, facetOf, filterOf, toggled } from '../../shared/filter.ts'
import { canonicalFields, formText, isKnownField, tidy } from '../../shared/form.ts'
import { islandUrl } from '../../shared/island.ts'
import { datesOf } from '../../shared/item-dates.ts'
import { absoluteUrl, splitUrl } from '../../shared/parse-url.ts'
import { defer, scriptJson } from '../../shared/payload.ts'
import { withWordBreaks } from '../../shared/word-breaks.ts'

t.test('an error page has the status of its error: not there, or the upstream failed', async (t) => {
  const rows: [error: unknown, status: number, message: string][] = [
    [pageError(410, 'Gone', { a: ['b'] }), 410, 'Gone'],
    [apiError('missing', 'x'), 404, 'Page not found: /a'],
    [apiError('timeout', ''), 504, 'Gateway Timeout'],
    [apiError('overload', ''), 503, 'Service Unavailable'],
    [apiError('http', '', { status: 429 }), 503, 'Service Unavailable'],
    [apiError('http', '', { status: 500 }), 502, 'Bad Gateway'],
    ...(['network', 'refused', 'content'] as const).map((kind): [Error, number, string] => [
      apiError(kind, ''),
      502,
      'Bad Gateway',
    ]),
    [{ name: 'PageError', statusCode: 404 }, 500, 'Server Error'],
    [undefined, 500, 'Server Error'],
  ]
  for (const [error, statusCode, message] of rows)
    t.strictSame(shownError(error, '/a'), { statusCode, message })
  const error = apiError('http', 'm', { body: { secret: 1 }, cause: 'c' })
  t.match(error, { name: 'ApiError', message: 'm', status: 0, body: { secret: 1 }, cause: 'c' })
  t.notMatch(JSON.stringify(error), 'secret')
  t.strictSame(
    [isApiError(error), isApiError({ name: 'ApiError' }), isApiError(new Error('x'))],
    [true, false, false],
  )
  t.strictSame([apiError('overload', ''), { kind: 'overload' }, error, null].map(isOverload), [
    true,
    ...Array(3).fill(false),
  ])
  t.equal(await found(Promise.reject(apiError('missing', ''))), undefined)
  await t.rejects(found(Promise.reject(error)), error)
  const other = Object.assign(new Error('x'), { kind: 'missing' })
  await t.rejects(found(Promise.reject(other)), { message: 'x' })
})

t.test('a filter has one value of each facet, and is taken away by the same', async (t) => {
  t.strictSame(
    ['a:b:c', 'a', ':b'].map((one) => [facetOf(one), choiceOf(one)]),
    [
      ['a', 'b:c'],
      ['', ''],
      ['', 'b'],
    ],
  )
  t.strictSame(toggled(['a:1', 'b:1'], filterOf('a', '2')), ['b:1', 'a:2'])
  t.strictSame(toggled(['a:1', 'b:1'], 'a:1'), ['b:1'])
})

t.test('a change before the publication is none', async (t) => {
  const [first, second] = ['2026-01-01', '2026-01-02']
  const rows: [published: string | undefined, updated: string | undefined, modified: string | undefined][] = [
    [first, second, second],
    [second, first, second],
    [first, first, first],
    [first, undefined, first],
    [undefined, second, second],
    [undefined, undefined, undefined],
  ]
  for (const [published, updated, modified] of rows)
    t.strictSame(datesOf({ published_at: published, updated_at: updated }), { published, modified })
})

t.test('texts are escaped for where they are written', async (t) => {
  t.equal(escapeHtml(`&<>"'`), `&amp;&lt;&gt;&quot;'`)
  t.equal(escapeXml(`\u0000\u0008a\t\n\r\u000b\u001f'\ufffe\ud800`), 'a\t\n\r&apos;\ufffd')
  t.equal(scriptJson({ a: '</script>\u2028\u2029' }), '{"a":"\\u003c/script>\\u2028\\u2029"}')
  const urls = ['/a-b/c.d', '/', '/a b', '//x.example', '/.a/../b', 'https://['].map((url) =>
    absoluteUrl(url, 'https://a.example'),
  )
  const site = 'https://a.example/'
  t.strictSame(urls, [`${site}a-b/c.d`, site, `${site}a%20b`, 'https://x.example/', `${site}b`, undefined])
  t.strictSame(splitUrl('?a'), { pathname: '', search: '?a' })
})

t.test('a text of a form is tidy, and a label in the other language better than none', async (t) => {
  t.equal(tidy(' a\r\nb\rc\u2028d\u200b\te '), 'a\nb\nc\nd\te')
  t.equal(tidy('\u202a+86\t574\u202c'), '+86 574')
  t.strictSame(
    [formText({ zh: '一', en: 'One' }, 'en'), formText({ zh: '一' }, 'en'), formText(undefined, 'en')],
    ['One', '一', undefined],
  )
  t.equal(canonicalFields({ c: '3', a: '1', b: '2' }), '{"a":"1","b":"2","c":"3"}')
  t.strictSame(['name', 'toString'].map(isKnownField), [true, false])
})

t.test('a heading breaks between Chinese words, and not within a number', async (t) => {
  const rows: [heading: string, html: string][] = [
    ['水表与流量计的安装', '水表<wbr>与流量计的<wbr>安装'],
    ['三十台水表与五十台流量计', '三十台水表<wbr>与五十台<wbr>流量计'],
    ['一百二十三万台水表', '一百二十三万台水表'],
    ['产品TL和水表安装维护', '产品<wbr>TL和水表<wbr>安装<wbr>维护'],
    ['智能水表安装，维护', '智能水表<wbr>安装，维护'],
    ['安装智能水', '安装智能水'],
    ['安装智能水表', '安装<wbr>智能水表'],
    ['水智能水表安装', '水智能水表<wbr>安装'],
    ['智能水表安装五十台', '智能水表<wbr>安装<wbr>五十台'],
    ['水表安装三十智能', '水表<wbr>安装<wbr>三十<wbr>智能'],
    ['安装智能水表'.repeat(50), Array(50).fill('安装<wbr>智能水表').join('<wbr>')],
    [`${'安装智能水表'.repeat(50)}，`, `${'安装智能水表'.repeat(50)}，`],
  ]
  for (const [heading, html] of rows) t.equal(withWordBreaks(heading), html)
})

t.test('a deferred part is there when it is loaded, and null where it could not be', async (t) => {
  const errors: unknown[] = []
  const failed = defer({ a: 1 }, Promise.reject('x'), (error) => errors.push(error))
  const loaded = defer({}, Promise.resolve(7), () => {})
  t.equal(failed.settled, undefined)
  t.strictSame([await failed.promise, await loaded.promise, errors], [null, 7, ['x']])
  t.match([failed, loaded], [{ a: 1, settled: { value: null } }, { settled: { value: 7 } }])
})

t.test('the address of an island has its props, and is another one for another build', async (t) => {
  const url = (locale: 'zh' | 'en', build: string) => islandUrl({ name: 'Shell', props: { locale } }, build)
  t.match(url('zh', 'b'), /^\/__nuxt_island\/Shell_[a-z0-9]{6,}\.json\?props=%7B%22locale%22%3A%22zh%22%7D$/)
  const ids = [url('zh', 'b'), url('en', 'b'), url('zh', 'c')].map((one) => one.split('.')[0])
  t.equal(new Set(ids).size, 3)
})
