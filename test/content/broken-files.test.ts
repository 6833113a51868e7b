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

/** `file:line effect: problem` */
function linesOf({ origin }: World): string[] {
  return origin.problems().map(({ file, line, effect, problem }) => `${file}:${line} ${effect}: ${problem}`)
}

const date = 'published_at: 2026-03-02T09:30:00+08:00'

t.test('every mistake of a file is reported at once', async (t) => {
  const front = 'id: x\ntitel: a\nsummary: 7\nspecs:\n  - { name: 1, value: 2 }\n  - { nmae: a, value: b }'
  const wrongTwice = page(`id: 2\ntitle: "a" b\n${date}\nsummary: c: d`, '[x](a.md)')
  const found = await problemsOf(t, {
    'news/x.zh.md': page(front, '[x](a.md)\n\n<http://b.example> ![z](javascript:alert(1))'),
    'news/y.zh.md': wrongTwice,
  })
  t.strictSame(
    found.map(([file, line, problem]) =>
      file === 'news/x.zh.md' ? `${line} ${problem}` : `${file} ${line}`,
    ),
    [
      '2 id: expected number, got string',
      '2 title is missing',
      '2 published_at is missing',
      '3 titel: unknown key, did you mean title?',
      '4 summary: expected text, got number',
      '6 specs[1].value: expected text, got number',
      '6 specs[1].name: expected text, got number',
      '7 specs[2].nmae: unknown key, did you mean name?',
      '7 specs[2].name is missing',
      '9 unsafe URL: a.md; must start with / or https://',
      '11 unsafe URL: http://b.example; http:// is not allowed; write https://',
      '11 unsafe URL: javascript:alert(1); must start with / or https://',
      ...[3, 5, 7].map((line) => `news/y.zh.md ${line}`),
    ],
  )
})

t.test('unknown files and folders are named; hidden files, backups and leftovers are not', async (t) => {
  const leftovers = ['.x.zh.md.swp', 'a.zh.md~', '#a.zh.md#', '~$x.zh.md', '.DS_Store', 'x.tmp', 'Thumbs.db']
  const world = await createWorld(t, {
    ...Object.fromEntries(leftovers.map((name) => [`news/${name}`, ''])),
    'desktop.ini': '',
    'README.md': '',
    '.git/config': '',
    '@eaDir/x': '',
    'nwes/a.zh.md': good,
    'pictures/a.svg': '',
    'site.yml': '',
    'news/c.fr.md': good,
    'news/2026/d.zh.md': good,
    'about/folder.zh.md/x': '',
  })
  t.strictSame(linesOf(world).sort(), [
    'about/folder.zh.md:1 left out: expected a file, found a folder',
    'news/2026:1 left out: a folder in a folder of Markdown files: move its files up',
    'news/c.fr.md:1 left out: the name must end in .zh.md or .en.md',
    'nwes/:1 ignored: unknown folder, did you mean news/?',
    'pictures/:1 ignored: unknown folder',
    'site.yml:1 ignored: unknown file, did you mean site.yaml?',
  ])
})

t.test('links to items and pages that do not exist are reported, in texts, menu and banners', async (t) => {
  const body = [
    '[zh](/news/1) [fragment](/news/1#a) [list](/news?page=2) [sign](/detail_fair) [about](/about/company)',
    '[en](/en/news/1)',
    '[sub](/news/1/2)',
    '[sign](/detail_fairs)',
    '[about](/about/9) [download](/download36) [other](/moved) [file](/news/feed.xml) [x](/shop?a=1) [y](/fr/news)',
  ]
  const menu = ['/news/1', '/news/2', '/careers', '/shop'].map(
    (path, id) => `- { id: ${id + 1}, title: { zh: 一, en: One }, path: ${path} }\n`,
  )
  const world = await createWorld(t, {
    'site.yaml': 'zh: { title: 一 }\nredirects: { /shop: /news }\n',
    'news/a.zh.md': page(`id: 1\ntitle: a\nsign: fair\n${date}`, body.join('\n\n')),
    'about/a.zh.md': page('id: 1\ntitle: a\nsign: company'),
    'menu.yaml': menu.join(''),
    'banners.yaml': 'home: [{ id: 1, zh: { title: 一, link: /coffees/1 } }]\n',
  })
  t.strictSame(world.problems(), [
    'news/a.zh.md:9 no such item: /en/news/1',
    'news/a.zh.md:11 no such item: /news/1/2',
    'news/a.zh.md:13 no such item: /detail_fairs',
    'news/a.zh.md:15 no such item: /about/9',
    'news/a.zh.md:15 no such item: /download36',
    'menu.yaml:2 no such item: /news/2',
    'menu.yaml:3 no page has the address /careers',
    'banners.yaml:1 no page has the address /coffees/1',
  ])
})

t.test('a byte order mark and CRLF line ends are accepted', async (t) => {
  const text = (title: string) =>
    `\ufeff${page(`id: 2\ntitle: ${title}\n${date}`, '## b\n')}`.replaceAll('\n', '\r\n')
  t.strictSame(await problemsOf(t, { 'news/x.zh.md': text('a') }), [])
  t.strictSame(await problemsOf(t, { 'news/x.zh.md': text('3') }), [
    ['news/x.zh.md', 3, 'title: expected text, got number'],
  ])
})

t.test('what is served and probably not as it was meant is a remark', async (t) => {
  const text = [
    '![x](/media/新店 照片.png)',
    '[a](#nowhere) [b](#here) [c](#part-files) [d](#这里) `[e](/a b)`',
    '## Here',
    '## 这里',
    '[other](/en/news/1) [only there](/en/news/3) [same](/news/1) [contact](/en/contact)',
    '![y](/media/b.TIFF) [plan](/media/b.TIFF)',
  ]
  const world = await createWorld(t, {
    'news/a.zh.md': page(`id: 1\ntitle: a\n${date}\ncover: /media/a.heic`, text.join('\n\n')),
    'news/a.en.md': page(
      `id: 1\ntitle: a\n${date}\nattachments: [{ name: Plan, url: /media/b.TIFF }]`,
      '[zh](/news/1) [en](/en/news/1)',
    ),
    'news/b.en.md': page('id: 3\ntitle: a\npublished_at: 2027-01-01'),
    'media/a.heic': '',
    'media/b.TIFF': '',
  })
  const other = 'a link to a page in the other language: '
  const notShown = 'is not shown by most browsers: save it as JPEG'
  t.strictSame(
    linesOf(world).sort(),
    [
      'news/a.en.md:7 remark: a link to a page in the other language: /news/1; in this language it is /en/news/1',
      `news/a.zh.md:5 remark: /media/a.heic ${notShown}`,
      'news/a.zh.md:7 remark: shown as text, because of the space: write angle brackets around the URL, as in [text](</a b>)',
      'news/a.zh.md:9 remark: no heading of this text has the id nowhere',
      `news/a.zh.md:15 remark: ${other}/en/news/1; in this language it is /news/1`,
      `news/a.zh.md:15 remark: ${other}/en/contact; in this language it is /contact`,
      `news/a.zh.md:17 remark: /media/b.TIFF ${notShown}`,
    ].sort(),
  )
})
