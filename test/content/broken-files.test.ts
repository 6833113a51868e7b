// Mistakes in content files are reported with their line; a file with one is left out, all others are served.
import t, { type Test } from 'tap'
import { createWorld, type Files, page, type World } from './world.ts'

const good = page('id: 1\ntitle: 好\npublished_at: 2026-03-02T09:30:00+08:00')

/** The problems of a folder that also has one valid article, which must be served. */
async function problemsOf(t: Test, files: Files) {
  const world = await createWorld(t, { 'news/0-good.zh.md': good, ...files })
  t.equal((await world.get('/api/home/article/detail/1?lang=zh')).status, 200)
  const problems = world.origin.problems()
  t.strictSame(
    world.warnings().map(({ event: _, ...logged }) => logged),
    problems.map(({ file, line, problem }) => ({ file, line, problem })),
    'each is logged once',
  )
  for (const { zh } of problems) t.match(zh, /\p{Script=Han}/u)
  return problems.map(({ file, line, problem }) => [file, line, problem])
}

function inEnglish({ origin }: World) {
  return origin.problems().map(({ zh: _, ...problem }) => problem)
}

const date = 'published_at: 2026-03-02T09:30:00+08:00'
const [start, quotes] = ['must start with / or https://', 'needs quotes around it, as in title: "One: two"']
const colon = 'a full-width colon (：) after a key; write a colon and a space (: )'
const dates = 'expected a date, as 2026-03-02, 2026-03-02 09:30 or 2026-03-02T09:30:00+08:00'

/** A key of front matter that is wrong, or a key that is missing, and what is said of its last line. */
const mistakes: [front: string, problem: string | RegExp][] = [
  ...['id', 'title', 'published_at'].map((key): [string, string] => [key, `${key} is missing`]),
  ["title: ' '", 'title: must not be empty'],
  ['title:', 'title: expected text, got null'],
  ['summary: 7', 'summary: expected text, got number'],
  ['tags: a', 'tags: expected list, got string'],
  ['order: first', 'order: expected number, got string'],
  ["listed: 'false'", 'listed: expected boolean, got string'],
  ['author: [a]', 'author: expected text, got list'],
  ['sign: a b', 'sign: expected 1 to 64 of letters, digits, _ - .'],
  ["id: '2'", 'id: expected number, got string'],
  ...['0', '-1', '1.5', '.inf', '9007199254740993'].map((id): [string, RegExp] => [`id: ${id}`, /^id: /]),
  ...[
    ...['2026-3-2', '2026-02-30', '2026-03-02 24:00', '2026-03-02T09:30+8', '2026-02-30T09:30:00Z'],
    ...['2026-13-01T09:30:00Z', '2026-03-02T24:00:00Z', "'2. März'", '2026-03-02T09:30:00+8'],
  ].map((value): [string, string] => [`published_at: ${value}`, `published_at: ${dates}`]),
  ...Object.entries({
    'javascript:alert(1)': start,
    '//evil.example': start,
    'http://a.example': 'http:// is not allowed; write https://',
    'pump.svg': start,
    '"/a\\\\b"': 'has a backslash; write /',
    '"/a b"': 'has a space; write %20 for it, or give the file a name without one',
    '"/a\\u0000"': 'has a character that no URL has',
    'https://': 'must name a host after https://',
    '"https:///x"': 'must name a host after https://',
    '"\\u0001javascript:alert(1)"': start,
    '" /a"': 'has a space at the start or the end',
    '""': start,
  }).map(([url, problem]): [string, string] => [`cover: ${url}`, `cover: unsafe URL: ${problem}`]),
  [
    'gallery:\n  - url: /ok\n  - alt: b\n    url: data:image/svg+xml,x',
    `gallery.1.url: unsafe URL: ${start}`,
  ],
  ['Draft: true', 'Draft: unknown key, did you mean draft? The item is not public until this is corrected'],
  ['summary: "open', /^not YAML: /],
  ['order: 1\norder: 2', 'not YAML: Map keys must be unique'],
  ['summary：标题', `not YAML: ${colon}`],
  ['id： 2', `not YAML: ${colon}`],
  ['title:标题', 'not YAML: no space after the colon of a key; write a colon and a space (: )'],
  ['title: One: two', `not YAML: a text with a colon and a space (: ) ${quotes}`],
  ['specs:\n\t- { name: a, value: b }', 'not YAML: a tab at the start of the line; write spaces'],
]

t.test('a mistake in front matter is reported with its line', async (t) => {
  const rows = mistakes.map(([front, problem], at) => {
    const [key = ''] = /^\w+/.exec(front) ?? []
    const keys: Record<string, string> = { id: `id: ${at + 2}`, title: 'title: a', published_at: date }
    if (front === key) delete keys[key]
    else keys[key] = front
    const lines = Object.values(keys).join('\n').split('\n')
    const line = front === key ? 2 : lines.indexOf(front.split('\n').at(-1)!) + 2
    return { file: `news/${at + 100}.zh.md`, text: page(lines.join('\n')), line, problem }
  })
  const found = await problemsOf(t, Object.fromEntries(rows.map(({ file, text }) => [file, text])))
  t.equal(found.length, rows.length)
  for (const { file, line, problem, text } of rows)
    t.match(found.find(([name]) => name === file)?.slice(1), [line, problem], text)
})

t.test('front matter that YAML reads otherwise than its author is named with what to write', async (t) => {
  const found = await problemsOf(t, {
    'news/1.zh.md': page(`id: 6\ntitle: No #1 in China # the title\n${date}`),
    'news/2.zh.md': page(`id: 2\ntitle: 一\ntags: [流量，水表]\n${date}`),
    'news/3.zh.md': page(`id: 3\ntitle:\u3000一\n${date}`),
    'news/4.zh.md': page(`id: 4\ntitle:\u00a0一\n${date}`),
    'news/5.zh.md': page(
      `id: 5 # the number\ntitle: "No #1" # the title\ntags: ["a，b", c]\nseo:\n  #title: a\n${date}`,
    ),
  })
  const space = 'not YAML: a no-break or full-width space after the colon of a key; write an ordinary space'
  t.match(found, [
    ['news/1.zh.md', 3, /^what follows the # is a comment: #1 in China # the title; put quotes/],
    ['news/2.zh.md', 4, /^one entry: 流量，水表; write a comma and a space/],
    ['news/3.zh.md', 3, space],
    ['news/4.zh.md', 3, space],
  ])
  t.strictSame(found.slice(4), [])
})

t.test('a file without front matter, or that is no text, is reported', async (t) => {
  const gbk = Buffer.concat([
    Buffer.from('---\nid: 2\ntitle: '),
    Buffer.from([0xc4, 0xe3]),
    Buffer.from('\n---\n'),
  ])
  const rows: [text: string | Buffer, line: number, problem: string | RegExp][] = [
    ['id: 2\n', 1, 'the file must start with a line ---'],
    ['', 1, 'the file must start with a line ---'],
    ['---\nid: 2\ntitle: a\n', 1, 'the front matter has no closing line ---'],
    ['---\n---\n', 2, 'expected object, got null'],
    [page('- a'), 2, 'expected object, got list'],
    [page('['.repeat(20_000)), 2, /^not YAML: /],
    [gbk, 1, 'not UTF-8 text'],
  ]
  const files = Object.fromEntries(rows.map(([text], at) => [`news/${at + 1}.zh.md`, text]))
  const found = await problemsOf(t, files)
  t.match(
    found,
    rows.map(([, line, problem], at) => [`news/${at + 1}.zh.md`, line, problem]),
  )
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

t.test('unsafe URLs in the body are reported', async (t) => {
  const rows: [text: string, line: number, url: string][] = [
    ['a\n\n[x](javascript:alert(1))\n', 8, 'javascript:alert(1)'],
    ['![x](data:image/png;base64,AA)', 6, 'data:image/png;base64,AA'],
    ['<http://a.example>', 6, 'http://a.example'],
    ['- a\n- [x][ref]\n\n[ref]: //evil.example', 7, '//evil.example'],
    ['![x](mailto:a@b.example)', 6, 'mailto:a@b.example'],
    ['[x](other.md)', 6, 'other.md'],
    ['![x](/a-1x1.svg "A")\n![y](vbscript:x "B")', 6, 'vbscript:x'],
  ]
  const files = rows.map(([text], at) => [`news/${at}.zh.md`, page(`id: ${at + 2}\ntitle: a\n${date}`, text)])
  const found = await problemsOf(t, Object.fromEntries(files))
  t.strictSame(
    found.map(([, line, problem]) => [line, String(problem).replace(/; (?:must|http).*/, '')]),
    rows.map(([, line, url]) => [line, `unsafe URL: ${url}`]),
  )
})

t.test('a byte order mark and CRLF line ends are accepted', async (t) => {
  const text = (title: string) =>
    `\ufeff${page(`id: 2\ntitle: ${title}\n${date}`, '## b\n')}`.replaceAll('\n', '\r\n')
  t.strictSame(await problemsOf(t, { 'news/x.zh.md': text('a') }), [])
  t.strictSame(await problemsOf(t, { 'news/x.zh.md': text('3') }), [
    ['news/x.zh.md', 3, 'title: expected text, got number'],
  ])
})

t.test('file names are reported; hidden files, backups and leftovers of systems are ignored', async (t) => {
  const problem = 'the name must end in .zh.md or .en.md'
  const ignored = [
    '.x.zh.md.swp',
    '.gitkeep',
    'a.zh.md~',
    '#a.zh.md#',
    'Thumbs.db',
    'desktop.ini',
    '~$x.zh.md',
  ]
  const leftovers = [...ignored, '.DS_Store', 'x.tmp'].map((name) => [`news/${name}`, ''])
  t.strictSame(
    await problemsOf(t, {
      ...Object.fromEntries(leftovers),
      'Thumbs.db': '',
      'desktop.ini': '',
      '@eaDir/x': '',
      'news/b.md': good,
      'news/c.fr.md': good,
      'news/2026/d.zh.md': good,
      'news/e.zh.txt': good,
      'about/folder.zh.md/x': '',
    }),
    [
      ['news/2026', 1, 'a folder in a folder of Markdown files: move its files up'],
      ['news/b.md', 1, problem],
      ['news/c.fr.md', 1, problem],
      ['news/e.zh.txt', 1, problem],
      ['about/folder.zh.md', 1, 'expected a file, found a folder'],
    ],
  )
})

t.test(
  'pictures of kinds that most browsers do not show are named; downloads may be of any kind',
  async (t) => {
    const media = ['a.heic', 'b.TIFF', 'c.tif'].map((name) => [`media/${name}`, ''])
    const { origin } = await createWorld(t, {
      ...Object.fromEntries(media),
      'news/a.en.md': page(
        `id: 1\ntitle: a\n${date}\ncover: /media/a.heic\nattachments: [{ name: Plan, url: /media/b.TIFF }]`,
        '![x](/media/b.TIFF) [plan](/media/c.tif)',
      ),
      'banners.yaml': 'home:\n  - id: 1\n    zh: { title: A, image: /media/c.tif }\n',
    })
    const remark = (url: string) => `${url} is not shown by most browsers: save it as JPEG`
    t.strictSame(
      origin.problems().map(({ file, line, problem }) => [`${file}:${line}`, problem]),
      [
        ['news/a.en.md:5', remark('/media/a.heic')],
        ['news/a.en.md:8', remark('/media/b.TIFF')],
        ['banners.yaml:3', remark('/media/c.tif')],
      ],
    )
  },
)

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
    'news/b.en.md': page('id: 3\ntitle: a\npublished_at: 2027-01-01'),
    'media/big.jpg': '',
  })
  const other = 'a link to a page in the other language: '
  t.strictSame(
    origin.problems().map(({ file, line, problem, effect }) => [`${file}:${line}`, effect, problem]),
    [
      [
        'news/a.zh.md:7',
        'remark',
        'shown as text, because of the space: write angle brackets around the URL, as in [text](</a b>)',
      ],
      ['news/a.zh.md:9', 'remark', 'no heading of this text has the id nowhere'],
      ['news/a.en.md:7', 'remark', `${other}/news/1; in this language it is /en/news/1`],
      ['news/a.zh.md:15', 'remark', `${other}/en/news/1; in this language it is /news/1`],
      ['news/a.zh.md:15', 'remark', `${other}/en/contact; in this language it is /contact`],
    ],
  )
})
