// Mistakes in content files are reported with their line; a file with one is left out, all others are served.
import t, { type Test } from 'tap'
import { loggedProblem, problemEvents } from '../../server/sources/markdown/problem.ts'
import { createWorld, type Files, page, type World } from './world.ts'

const good = page('id: 1\ntitle: 好\npublished_at: 2026-03-02T09:30:00+08:00')

/** The problems of a folder that also has one valid article, which must be served. */
async function problemsOf(t: Test, files: Files) {
  const world = await createWorld(t, { 'news/0-good.zh.md': good, ...files })
  t.equal((await world.get('/api/home/article/detail/1?lang=zh')).status, 200)
  const problems = world.origin.problems()
  t.strictSame(
    world.warnings(),
    problems.map((problem) => ({ ...loggedProblem(problem), event: problemEvents[problem.effect] })),
    'each is logged once',
  )
  return problems.map(({ file, line, problem }) => [file, line, problem])
}

function inEnglish({ origin }: World) {
  return origin.problems().map(({ zh: _, ...problem }) => problem)
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

t.test('every mistake of a file is reported at once', async (t) => {
  const front =
    'id: x\ntitel: a\nsummary: 7\ntags: a\nspecs:\n  - { name: 1, value: 2 }\n  - { nmae: a, value: b }'
  t.strictSame(await problemsOf(t, { 'news/x.zh.md': page(front, '[x](a.md)\n\n[y](http://b.example)') }), [
    ['news/x.zh.md', 2, 'id: expected number, got string'],
    ['news/x.zh.md', 2, 'title is missing'],
    ['news/x.zh.md', 2, 'published_at is missing'],
    ['news/x.zh.md', 3, 'titel: unknown key, did you mean title?'],
    ['news/x.zh.md', 4, 'summary: expected text, got number'],
    ['news/x.zh.md', 5, 'tags: expected list, got string'],
    ['news/x.zh.md', 7, 'specs.0.value: expected text, got number'],
    ['news/x.zh.md', 7, 'specs.0.name: expected text, got number'],
    ['news/x.zh.md', 8, 'specs.1.nmae: unknown key, did you mean name?'],
    ['news/x.zh.md', 8, 'specs.1.name is missing'],
    ['news/x.zh.md', 10, 'unsafe URL: a.md; must start with / or https://'],
    ['news/x.zh.md', 12, 'unsafe URL: http://b.example; http:// is not allowed; write https://'],
  ])
  const wrongTwice = page(`id: 2\ntitle: "a" b\n${date}\nsummary: c: d`, '[x](a.md)')
  t.strictSame(
    (await problemsOf(t, { 'news/x.zh.md': wrongTwice })).map(([, line]) => line),
    [3, 5, 7],
  )
})

t.test('an unknown key is ignored, and the file is served', async (t) => {
  const world = await createWorld(t, {
    'product/a.zh.md': page(
      'id: 1\ntitle: 一\nsumary: 二\nxyzzy: 1\nspecs: [{ name: a, value: b, unit: m }]',
    ),
  })
  const effect = 'ignored'
  t.strictSame(inEnglish(world), [
    { file: 'product/a.zh.md', line: 4, problem: 'sumary: unknown key, did you mean summary?', effect },
    { file: 'product/a.zh.md', line: 5, problem: 'xyzzy: unknown key', effect },
    { file: 'product/a.zh.md', line: 6, problem: 'specs.0.unit: unknown key', effect },
  ])
  t.equal((await world.get('/api/home/article/detail/1?lang=zh')).status, 200)
})

t.test('an invalid entry of a list is left out, and the file is served without it', async (t) => {
  const world = await createWorld(t, {
    'product/a.zh.md': page(
      `id: 1\ntitle: 一\ntags: [a, 2]\nspecs:\n  - { name: a, value: b }\n  - name: Size\n    value: 50\ngallery: [{ url: x }]`,
    ),
    'download/a.zh.md': page(
      'id: 36\ntitle: 一\nitems:\n  - { id: 1, name: n }\n  - { id: 2, name: n, url: /a }\n  - { id: 2, name: n, url: /b }',
    ),
  })
  const effect = 'incomplete'
  const file = 'product/a.zh.md'
  t.strictSame(inEnglish(world), [
    { file, line: 4, problem: 'tags.1: expected text, got number', effect },
    { file, line: 8, problem: 'specs.1.value: expected text, got number', effect },
    { file, line: 9, problem: 'gallery.0.url: unsafe URL: must start with / or https://', effect },
    { file: 'download/a.zh.md', line: 5, problem: 'items.0.url is missing', effect },
    { file: 'download/a.zh.md', line: 7, problem: 'items.2.id: id 2 is already used in this list', effect },
  ])
  const article = (await world.get('/api/home/article/detail/1?lang=zh')).json.data
  t.match(article, { tags: ['a'], specs: [{ name: 'a', value: 'b' }], gallery: [] })
  const { items } = (await world.get('/api/home/download/36?lang=zh')).json.data
  t.strictSame(items, [{ id: 2, name: 'n', url: '/a' }])
})

t.test('unknown files and folders are named, with the one that was probably meant', async (t) => {
  const world = await createWorld(t, {
    'nwes/a.zh.md': good,
    'pictures/a.svg': '',
    'site.yml': '',
    'notes.txt': '',
    'README.md': '',
    '.git/config': '',
  })
  const effect = 'ignored'
  t.strictSame(inEnglish(world), [
    { file: 'notes.txt', line: 1, problem: 'unknown file', effect },
    { file: 'nwes/', line: 1, problem: 'unknown folder, did you mean news/?', effect },
    { file: 'pictures/', line: 1, problem: 'unknown folder', effect },
    { file: 'site.yml', line: 1, problem: 'unknown file, did you mean site.yaml?', effect },
  ])
})

t.test('links to items that are not served are reported', async (t) => {
  const body = [
    '[zh](/news/1) [fragment](/news/1#a) [list](/news?page=2) [sign](/detail_fair) [about](/about/company)',
    '[en](/en/news/1)',
    '[sub](/news/1/2)',
    '[sign](/detail_fairs)',
    '[about](/about/9) [download](/download36) [other](/moved) [file](/news/feed.xml)',
  ]
  const { origin } = await createWorld(t, {
    'news/a.zh.md': page(`id: 1\ntitle: a\nsign: fair\n${date}`, body.join('\n\n')),
    'about/a.zh.md': page('id: 1\ntitle: a\nsign: company'),
    'menu.yaml': [1, 2]
      .map((id) => `- { id: ${id}, title: { zh: 一, en: One }, path: /news/${id} }\n`)
      .join(''),
  })
  t.strictSame(
    origin.problems().map(({ file, line, problem }) => [file, line, problem]),
    [
      ['news/a.zh.md', 9, 'no such item: /en/news/1'],
      ['news/a.zh.md', 11, 'no such item: /news/1/2'],
      ['news/a.zh.md', 13, 'no such item: /detail_fairs'],
      ['news/a.zh.md', 15, 'no such item: /about/9'],
      ['news/a.zh.md', 15, 'no such item: /download36'],
      ['menu.yaml', 2, 'no such item: /news/2'],
    ],
  )
})

t.test('entries of the menu and banners without a page are remarks, old addresses are not', async (t) => {
  const { origin } = await createWorld(t, {
    'site.yaml': 'zh: { title: 一 }\nredirects: { /shop: /news }\n',
    'menu.yaml':
      '- { id: 1, title: { zh: 一, en: A }, path: /careers }\n- { id: 2, title: { zh: 二, en: B }, path: /shop }\n',
    'banners.yaml': 'home: [{ id: 1, zh: { title: 一, link: /coffees/1 } }]\n',
    'news/a.zh.md': page(`id: 1\ntitle: a\n${date}`, '[feed](/news/feed.xml) [x](/shop?a=1) [y](/fr/news)'),
  })
  t.strictSame(
    origin
      .problems()
      .map(({ file, problem, effect }) => [file, problem, effect])
      .sort(),
    [
      ['banners.yaml', 'no page has the address /coffees/1', 'remark'],
      ['menu.yaml', 'no page has the address /careers', 'remark'],
    ],
  )
})

t.test('a label of approvals without a category of downloads that has them is a remark', async (t) => {
  const download = (id: number, item: string) =>
    page(`id: ${id}\ntitle: a\nitems:\n  - { id: 1, name: a, url: 'https://files.example/a.pdf'${item} }`)
  const files = {
    'download/a.zh.md': download(37, ', approval: ISO 9001'),
    'download/a.en.md': download(37, ''),
    'download/b.zh.md': download(38, ''),
  }
  const problemsOf = async (label: string) => {
    const labels = `news_intro: { zh: 新闻 }\nhome_approvals: ${label}\n`
    const { origin } = await createWorld(t, { ...files, 'labels.yaml': labels })
    return origin.problems().map(({ line, problem, effect }) => [line, problem, effect])
  }
  const remark = (lang: string, path: string) => [
    2,
    `home_approvals.${lang}: ${path} is not a category of downloads that has a file with an approval`,
    'remark',
  ]
  t.strictSame(await problemsOf('{ zh: /download37 }'), [])
  t.strictSame(await problemsOf('{ zh: /download }'), [])
  t.strictSame(await problemsOf("{ zh: '', en: '' }"), [])
  t.strictSame(await problemsOf('{ zh: /download37, en: /download37 }'), [remark('en', '/download37')])
  t.strictSame(await problemsOf('{ zh: /download38 }'), [remark('zh', '/download38')])
  t.strictSame(await problemsOf('{ zh: /news, en: Certificates }'), [
    remark('zh', '/news'),
    remark('en', 'Certificates'),
  ])
})

t.test('missing required fields are reported', async (t) => {
  t.strictSame(await problemOf(t, page(`title: a\n${date}`)), [2, 'id is missing'])
  t.strictSame(await problemOf(t, page(`id: 2\n${date}`)), [2, 'title is missing'])
  t.strictSame(await problemOf(t, page('id: 2\ntitle: a')), [2, 'published_at is missing'])
  t.strictSame(await problemOf(t, page(`id: 2\ntitle: ' '\n${date}`)), [3, 'title: must not be empty'])
  t.strictSame(await problemOf(t, page(`id: 2\ntitle:\n${date}`)), [3, 'title: expected text, got null'])
})

t.test('values of the wrong type are reported', async (t) => {
  const wrong = async (more: string) => problemOf(t, page(`id: 2\ntitle: a\n${date}\n${more}`))
  t.strictSame(await wrong('summary: 7'), [5, 'summary: expected text, got number'])
  t.strictSame(await wrong('tags: a'), [5, 'tags: expected list, got string'])
  t.strictSame(await wrong('order: first'), [5, 'order: expected number, got string'])
  t.strictSame(await wrong("listed: 'false'"), [5, 'listed: expected boolean, got string'])
  t.strictSame(await wrong('author: [a]'), [5, 'author: expected text, got list'])
  t.strictSame(await wrong('sign: a b'), [5, 'sign: expected 1 to 64 of letters, digits, _ - .'])
})

t.test('invalid ids are reported', async (t) => {
  for (const id of ['0', '-1', '1.5', '.inf', '9007199254740993']) {
    t.match((await problemOf(t, page(`title: a\nid: ${id}\n${date}`)))[0], 3, id)
  }
  t.strictSame(await problemOf(t, page(`title: a\nid: '2'\n${date}`)), [3, 'id: expected number, got string'])
})

t.test('invalid dates are reported', async (t) => {
  const problem =
    'published_at: expected a date, as 2026-03-02, 2026-03-02 09:30 or 2026-03-02T09:30:00+08:00'
  const bad = [
    '2026-3-2',
    '2026-02-30',
    '2026-03-02 24:00',
    '2026-03-02T09:30+8',
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
  const start = 'must start with / or https://'
  const problems = {
    'javascript:alert(1)': start,
    '//evil.example': start,
    'http://a.example': 'http:// is not allowed; write https://',
    'pump.svg': start,
    '"/a\\\\b"': 'has a backslash; write /',
    '"/\\\\evil"': 'has a backslash; write /',
    '"/a b"': 'has a space; write %20 for it, or give the file a name without one',
    '"/a\\u0000"': 'has a character that no URL has',
    'https://': 'must name a host after https://',
    '"https:///x"': 'must name a host after https://',
    '"\\u0001javascript:alert(1)"': start,
    '" /a"': 'has a space at the start or the end',
    '""': start,
  }
  for (const [url, problem] of Object.entries(problems)) {
    t.strictSame(
      await problemOf(t, page(`id: 2\ntitle: a\n${date}\ncover: ${url}`)),
      [5, `cover: unsafe URL: ${problem}`],
      url,
    )
  }
  t.strictSame(
    await problemOf(
      t,
      page(`id: 2\ntitle: a\n${date}\ngallery:\n  - url: /ok\n  - alt: b\n    url: data:image/svg+xml,x`),
    ),
    [8, `gallery.1.url: unsafe URL: ${start}`],
  )
})

t.test('unsafe URLs in the body are reported', async (t) => {
  const inText = async (markdown: string) => {
    const [line, problem] = await problemOf(t, page(`id: 2\ntitle: a\n${date}`, markdown))
    return [line, String(problem).replace(/; (?:must|http).*/, '')]
  }
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
        ['news/folder', 1, 'a folder in a folder of Markdown files: move its files up'],
      ],
    )
    t.strictSame(await problemsOf(t, { 'about/folder.zh.md/x': '' }), [
      ['about/folder.zh.md', 1, 'expected a file, found a folder'],
    ])
  },
)

t.test('a name that is a folder says so, and leftovers of systems and programs are ignored', async (t) => {
  t.strictSame(
    await problemsOf(t, {
      'news/2026/a.zh.md': good,
      'news/Thumbs.db': '',
      'news/desktop.ini': '',
      'news/~$x.zh.md': '',
      'news/.DS_Store': '',
      'news/x.tmp': '',
      'Thumbs.db': '',
      'desktop.ini': '',
      '@eaDir/x': '',
    }),
    [['news/2026', 1, 'a folder in a folder of Markdown files: move its files up']],
  )
})

t.test('what people write for YAML is named with what to write instead', async (t) => {
  const colon = 'not YAML: a full-width colon (：) after a key; write a colon and a space (: )'
  const said = {
    'id: 2\ntitle：标题': [3, colon],
    'id： 2\ntitle： 标题': [2, colon],
    'id: 2\ntitle:标题\norder: 1': [
      3,
      'not YAML: no space after the colon of a key; write a colon and a space (: )',
    ],
    'id: 2\ntitle: One: two': [
      3,
      'not YAML: a text with a colon and a space (: ) needs quotes around it, as in title: "One: two"',
    ],
    'id: 2\ntitle: a\nspecs:\n\t- { name: a, value: b }': [
      5,
      'not YAML: a tab at the start of the line; write spaces',
    ],
    'id: 2\ntitle: a\nspecs:\n  - { name: a value: b }': [
      5,
      'not YAML: a comma is missing between two entries of { }',
    ],
  }
  for (const [front, expected] of Object.entries(said))
    t.strictSame(await problemOf(t, page(front)), expected, front)
})

t.test('what is served and probably not as it was meant is named', async (t) => {
  const text = [
    '![x](/media/新店 照片.png)',
    '[a](#nowhere) [b](#here) [c](#part-files) [d](#这里) `[e](/a b)`',
    '## Here',
    '## 这里',
    '[other](/en/news/1) [only there](/en/news/3) [same](/news/1) [contact](/en/contact)',
  ]
  const { origin } = await createWorld(t, {
    'news/a.zh.md': page(`id: 1\ntitle: a\n${date}\ncover: /media/big.jpg`, text.join('\n\n')),
    'news/a.en.md': page(`id: 1\ntitle: a\n${date}\ncover: /media/big.jpg`, '[zh](/news/1) [en](/en/news/1)'),
    'news/b.en.md': page('id: 3\ntitle: a\npublished_at: 2027-01-01\nexpires_at: 2026-01-01'),
    'product/c.en.md': page(
      'id: 4\ntitle: a\nspecs: [{ name: Range, value: 1 m }]\nhighlights: [Range, range, Protection]',
    ),
    'about/a.zh.md': page('id: 1\ntitle: a\ndraft: true'),
    'media/big.jpg': Buffer.alloc(6_000_000),
    'menu.yaml': ['/news', '/service', '/about', '/manual', '/contact']
      .map((path, at) => `- { id: ${at + 1}, title: { zh: 一, en: One }, path: ${path} }\n`)
      .join(''),
  })
  const other = 'a link to a page in the other language: '
  const slow = '/media/big.jpg has 6.0 MB, which is slow to load: save it smaller'
  t.strictSame(
    origin.problems().map(({ file, line, problem, effect }) => [`${file}:${line}`, effect, problem]),
    [
      [
        'news/a.zh.md:7',
        'incomplete',
        'shown as text, because of the space: /media/新店 照片.png; write </media/新店 照片.png> with the angle brackets',
      ],
      ['news/a.zh.md:9', 'remark', 'no heading of this text has the id nowhere'],
      ['news/b.en.md:5', 'remark', 'expires_at is not after published_at: the item is never public'],
      [
        'product/c.en.md:5',
        'remark',
        'highlights.1: no specification of this item has the name range, did you mean Range?',
      ],
      ['product/c.en.md:5', 'remark', 'highlights.2: no specification of this item has the name Protection'],
      ['news/a.en.md:5', 'remark', slow],
      ['news/a.en.md:7', 'remark', `${other}/news/1; in this language it is /en/news/1`],
      ['news/a.zh.md:15', 'remark', `${other}/en/news/1; in this language it is /news/1`],
      ['news/a.zh.md:15', 'remark', `${other}/en/contact; in this language it is /contact`],
      ...[2, 3, 4].map((line) => [
        `menu.yaml:${line}`,
        'remark',
        `the section ${['/service', '/about', '/manual'][line - 2]} is empty`,
      ]),
    ],
  )
})
