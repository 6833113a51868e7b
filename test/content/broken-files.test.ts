// Invalid content files are reported with their line and left out; all others are served.
import t, { type Test } from 'tap'
import { createWorld, type Files, page } from './world.ts'

const good = page('id: 1\ntitle: 好\npublished_at: 2026-03-02T09:30:00+08:00')

/** The problems of a folder that also has one valid article, which must be served. */
async function problemsOf(t: Test, files: Files) {
  const world = await createWorld(t, { 'news/0-good.zh.md': good, ...files })
  t.equal((await world.get('/api/home/article/detail/1?lang=zh')).status, 200)
  const problems = world.origin.problems()
  t.strictSame(
    world.warnings(),
    problems.map(({ effect, ...where }) => ({ ...where, event: `content file ${effect}` })),
    'each is logged once',
  )
  return problems.map(({ file, line, problem }) => [file, line, problem])
}

async function problemOf(t: Test, text: string | Buffer, file = 'news/x.zh.md') {
  const problems = await problemsOf(t, { [file]: text })
  t.equal(problems.length, 1)
  const [[found, line, problem] = []] = problems
  t.equal(found, file)
  return [line, problem]
}

const date = 'published_at: 2026-03-02T09:30:00+08:00'

t.test('missing or unclosed front matter is reported', async (t) => {
  t.strictSame(await problemOf(t, 'id: 2\n'), [1, 'the file must start with a line ---'])
  t.strictSame(await problemOf(t, '---\nid: 2\ntitle: a\n'), [1, 'the front matter has no closing line ---'])
  t.strictSame(await problemOf(t, ''), [1, 'the file must start with a line ---'])
  t.strictSame(await problemOf(t, '---\n---\n'), [2, 'expected object, got null'])
  t.strictSame(await problemOf(t, page('- a')), [2, 'expected object, got list'])
})

t.test('invalid YAML is reported', async (t) => {
  const [line, problem] = await problemOf(t, page('id: 2\ntitle: "open\n'))
  t.equal(line, 3)
  t.match(problem, /^not YAML: /)
  t.match((await problemOf(t, page('['.repeat(20_000))))[1], /^not YAML: /)
  t.strictSame(await problemOf(t, page('id: 2\ntitle: a\nid: 3')), [4, 'not YAML: Map keys must be unique'])
})

t.test('missing required fields are reported', async (t) => {
  t.strictSame(await problemOf(t, page(`title: a\n${date}`)), [2, 'id is missing'])
  t.strictSame(await problemOf(t, page(`id: 2\n${date}`)), [2, 'title is missing'])
  t.strictSame(await problemOf(t, page('id: 2\ntitle: a')), [2, 'published_at is missing'])
  t.strictSame(await problemOf(t, page(`id: 2\ntitle: ' '\n${date}`)), [3, 'title: must not be empty'])
  t.strictSame(await problemOf(t, page(`id: 2\ntitle:\n${date}`)), [3, 'title: expected text, got null'])
  t.strictSame(
    await problemOf(t, page('id: 2\ntitle: a\nitems:\n  - id: 1\n    name: n\n'), 'download/x.zh.md'),
    [5, 'items.0.url is missing'],
  )
})

t.test('values of the wrong type are reported', async (t) => {
  const wrong = async (more: string) => problemOf(t, page(`id: 2\ntitle: a\n${date}\n${more}`))
  t.strictSame(await wrong('summary: 7'), [5, 'summary: expected text, got number'])
  t.strictSame(await wrong('tags: a'), [5, 'tags: expected list, got string'])
  t.strictSame(await wrong('tags:\n  - a\n  - 2'), [7, 'tags.1: expected text, got number'])
  t.strictSame(await wrong('order: first'), [5, 'order: expected number, got string'])
  t.strictSame(await wrong("listed: 'false'"), [5, 'listed: expected boolean, got string'])
  t.strictSame(await wrong('author: [a]'), [5, 'author: expected text, got list'])
  t.strictSame(await wrong('specs:\n  - { name: a, value: b }\n  - name: Size\n    value: 50'), [
    8,
    'specs.1.value: expected text, got number',
  ])
  t.strictSame(await wrong('sign: a b'), [5, 'sign: expected 1 to 64 of letters, digits, _ - .'])
})

t.test('invalid ids are reported', async (t) => {
  for (const id of ['0', '-1', '1.5', '.inf', '9007199254740993']) {
    t.match((await problemOf(t, page(`title: a\nid: ${id}\n${date}`)))[0], 3, id)
  }
  t.strictSame(await problemOf(t, page(`title: a\nid: '2'\n${date}`)), [3, 'id: expected number, got string'])
})

t.test('invalid dates are reported', async (t) => {
  const problem = 'published_at: expected an ISO 8601 date with offset, as 2026-03-02T09:30:00+08:00'
  const bad = [
    '2026-03-02',
    '2026-03-02T09:30:00',
    '2026-02-30T09:30:00Z',
    '2026-13-01T09:30:00Z',
    '2026-03-02T24:00:00Z',
    "'2. März'",
    '2026-03-02T09:30:00+0800',
  ]
  for (const value of bad)
    t.strictSame(await problemOf(t, page(`id: 2\ntitle: a\npublished_at: ${value}`)), [4, problem])
})

t.test('unsafe URLs in front matter are reported', async (t) => {
  const problem = (field: string) => `${field}: unsafe URL: must start with / or https://`
  for (const url of [
    'javascript:alert(1)',
    '//evil.example',
    'http://a.example',
    'pump.svg',
    '"/a\\\\b"',
    '"/\\\\evil"',
    '"/a b"',
    '"/a\\u0000"',
    'https://',
    '"https:///x"',
    '"\\u0001javascript:alert(1)"',
  ]) {
    t.strictSame(
      await problemOf(t, page(`id: 2\ntitle: a\n${date}\ncover: ${url}`)),
      [5, problem('cover')],
      url,
    )
  }
  t.strictSame(
    await problemOf(
      t,
      page(`id: 2\ntitle: a\n${date}\ngallery:\n  - url: /ok\n  - alt: b\n    url: data:image/svg+xml,x`),
    ),
    [8, problem('gallery.1.url')],
  )
})

t.test('unsafe URLs in the body are reported', async (t) => {
  const inText = (markdown: string) => problemOf(t, page(`id: 2\ntitle: a\n${date}`, markdown))
  t.strictSame(await inText('a\n\n[x](javascript:alert(1))\n'), [8, 'unsafe URL: javascript:alert(1)'])
  t.strictSame(await inText('![x](data:image/png;base64,AA)'), [6, 'unsafe URL: data:image/png;base64,AA'])
  t.strictSame(await inText('<http://a.example>'), [6, 'unsafe URL: http://a.example'])
  t.strictSame(await inText('- a\n- [x][ref]\n\n[ref]: //evil.example'), [7, 'unsafe URL: //evil.example'])
  t.strictSame(await inText('![x](mailto:a@b.example)'), [6, 'unsafe URL: mailto:a@b.example'])
  t.strictSame(await inText('[x](other.md)'), [6, 'unsafe URL: other.md'])
  t.strictSame(await inText('![x](/a-1x1.svg "A")\n![y](vbscript:x "B")'), [6, 'unsafe URL: vbscript:x'])
})

t.test('files that are not UTF-8 are reported', async (t) => {
  const gbk = Buffer.concat([
    Buffer.from('---\nid: 2\ntitle: '),
    Buffer.from([0xc4, 0xe3]),
    Buffer.from('\n---\n'),
  ])
  t.strictSame(await problemOf(t, gbk), [1, 'not UTF-8 text'])
})

t.test('a byte order mark and CRLF line ends are accepted', async (t) => {
  const text = `\ufeff${page(`id: 2\ntitle: a\n${date}`, '## b\n')}`.replaceAll('\n', '\r\n')
  t.strictSame(await problemsOf(t, { 'news/x.zh.md': text }), [])
  const wrong = `\ufeff${page(`id: 2\ntitle: 3\n${date}`)}`.replaceAll('\n', '\r\n')
  t.strictSame(await problemOf(t, wrong), [3, 'title: expected text, got number'])
})

t.test(
  'file names without a language are reported; hidden files and editor backups are ignored',
  async (t) => {
    const problem = 'the name must end in .zh.md or .en.md'
    t.strictSame(
      await problemsOf(t, {
        'news/.x.zh.md.swp': '',
        'news/.gitkeep': '',
        'news/a.zh.md~': '',
        'news/#a.zh.md#': '',
        'news/b.md': good,
        'news/c.fr.md': good,
        'news/folder/d.zh.md': good,
        'news/e.zh.txt': good,
      }),
      [
        ['news/b.md', 1, problem],
        ['news/c.fr.md', 1, problem],
        ['news/e.zh.txt', 1, problem],
        ['news/folder', 1, problem],
      ],
    )
    t.strictSame(await problemsOf(t, { 'about/folder.zh.md/x': '' }), [
      ['about/folder.zh.md', 1, 'cannot be read (EISDIR)'],
    ])
  },
)
