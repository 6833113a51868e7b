// What `check-content` says of each mistake, in English and in Chinese.
import t, { type Test } from 'tap'
import { createWorld, type Files, page } from './world.ts'

type Words = { en: string; zh: string }

/** A line of front matter that is wrong. */
const keys: Record<string, Words> = {
  'id: 0': { en: 'id: expected a positive whole number', zh: 'id：应为正整数' },
  "id: '12'": { en: 'id: expected number, got string', zh: 'id：应为数字，实际是文本' },
  'published_at: 2. March': {
    en: 'published_at: expected a date, as 2026-03-02, 2026-03-02 09:30 or 2026-03-02T09:30:00+08:00',
    zh: 'published_at：应为日期，如 2026-03-02、2026-03-02 09:30 或 2026-03-02T09:30:00+08:00',
  },
  'cover: pump.svg': {
    en: 'cover: unsafe URL: must start with / or https://',
    zh: 'cover：不安全的 URL：必须以 / 或 https:// 开头',
  },
  'cover: /media/none-10x10.svg': {
    en: 'no such file: /media/none-10x10.svg',
    zh: '没有这个文件：/media/none-10x10.svg',
  },
  'tags: Flow': { en: 'tags: expected list, got string', zh: 'tags：应为列表，实际是文本' },
  'sign: two words': {
    en: 'sign: expected 1 to 64 of letters, digits, _ - .',
    zh: 'sign：应为 1 到 64 个字母、数字、_ - .',
  },
  'aliases: [/news]': {
    en: '/news leads nowhere else: it is the address of a page of every site',
    zh: '/news 不会转到别处：它是每个网站都有的页面的地址',
  },
  "listed: 'false'": {
    en: 'listed: expected boolean, got string',
    zh: 'listed：应为 true 或 false，实际是文本',
  },
  'specs: [{ name: Size }]': { en: 'specs.0.value is missing', zh: '缺少 specs.0.value' },
  'parent: 999': {
    en: 'parent 999 does not exist in this folder and language',
    zh: '此文件夹和语言中没有上级 999',
  },
  'Draft: true': {
    en: 'Draft: unknown key, did you mean draft? The item is not public until this is corrected',
    zh: 'Draft：未知的键，是否应为 draft？更正之前，此项不公开',
  },
  'expires_at: 2026-01-01': {
    en: 'expires_at is not after published_at: the item is never public',
    zh: 'expires_at 不晚于 published_at：此项永远不会公开',
  },
  'sumary: A fair': {
    en: 'sumary: unknown key, did you mean summary?',
    zh: 'sumary：未知的键，是否应为 summary？',
  },
  'summary: a: b': {
    en: 'not YAML: a text with a colon and a space (: ) needs quotes around it, as in title: "One: two"',
    zh: '不是有效的 YAML：含有半角冒号和空格（: ）的文本要加引号，如 title: "One: two"',
  },
}

/** Words of messages about a file, by what is wrong with it in the last test. */
const files: Record<string, Words> = {
  name: {
    en: 'the name must end in .zh.md or .en.md',
    zh: '文件名必须以 .zh.md 或 .en.md 结尾',
  },
  'no front matter': { en: 'the file must start with a line ---', zh: '文件必须以一行 --- 开头' },
  'front matter without its end': {
    en: 'the front matter has no closing line ---',
    zh: 'front matter 缺少结束的一行 ---',
  },
  encoding: { en: 'not UTF-8 text', zh: '不是 UTF-8 文本' },
  'unsafe link': {
    en: 'unsafe URL: http://meters.example; http:// is not allowed; write https://',
    zh: '不安全的 URL：http://meters.example；不允许 http://，应写 https://',
  },
  'id of another item': {
    en: 'id 1 is already used by news/a.en.md; the next free id is 13',
    zh: '编号 1 已被 news/a.en.md 使用；下一个可用编号是 13',
  },
  'two languages with two ids': {
    en: 'id 3 differs from 1 in news/a.en.md',
    zh: '编号 3 与 news/a.en.md 中的 1 不同',
  },
  'sign of another item': {
    en: 'sign fair is already used by news/a.en.md',
    zh: '标识 fair 已被 news/a.en.md 使用',
  },
  'sub-item of a sub-item': {
    en: 'parent 11 is itself a sub-item (news/sub.en.md)',
    zh: '上级 11 自己就是子项（news/sub.en.md）',
  },
  'link to an item that is not there': { en: 'no such item: /en/news/99', zh: '没有这一项：/en/news/99' },
  'entry of the menu without a page': {
    en: 'no page has the address /jobs',
    zh: '没有地址为 /jobs 的页面',
  },
  folder: {
    en: 'unknown folder, did you mean news/?',
    zh: '未知的文件夹，是否应为 news/？',
  },
  file: {
    en: 'unknown file, did you mean site.yaml?',
    zh: '未知的文件，是否应为 site.yaml？',
  },
}

async function problemsOf(t: Test, folder: Files): Promise<Words[]> {
  const { origin } = await createWorld(t, folder)
  return origin.problems().map(({ problem, zh }) => ({ en: problem, zh }))
}

t.test('a mistake in a key', async (t) => {
  const good = { id: 'id: 1', title: 'title: A', published_at: 'published_at: 2026-03-02T09:30:00+08:00' }
  for (const [line, words] of Object.entries(keys)) {
    const [key = ''] = line.split(':')
    const frontMatter = Object.values({ ...good, [key]: line }).join('\n')
    t.strictSame(await problemsOf(t, { 'news/fair.en.md': page(frontMatter) }), [words], line)
  }
})

t.test('a full-width colon after a key', async (t) => {
  const [problem] = await problemsOf(t, {
    'news/fair.zh.md': page('id: 1\ntitle: A\npublished_at: 2026-03-02\nsummary：展会'),
  })
  t.equal(problem?.zh, '不是有效的 YAML：键后是全角冒号（：），应写半角冒号和空格（: ）')
})

t.test('a mistake in a file as a whole', async (t) => {
  const news = (id: number, more = '', text = '') =>
    page(`id: ${id}\ntitle: A\npublished_at: 2026-03-02T09:30:00+08:00\n${more}`, text)
  const problems = await problemsOf(t, {
    'news/a.en.md': news(1, 'sign: fair'),
    'news/a.zh.md': news(3),
    'news/b.en.md': news(1),
    'news/c.en.md': news(5, 'sign: fair'),
    'news/d.fr.md': news(6),
    'news/e.en.md': 'Text',
    'news/f.en.md': '---\nid: 7\n',
    'news/g.en.md': Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xc4, 0xe3]),
    'news/h.en.md': news(8, '', '[meters](http://meters.example)'),
    'news/i.en.md': news(9, '', '[meters](/en/news/99)'),
    'nwes/a.en.md': news(10),
    'site.yml': '',
    'menu.yaml': '- { id: 1, title: { zh: 招聘, en: Jobs }, path: /jobs }\n',
    'news/sub.en.md': news(11, 'parent: 1'),
    'news/subsub.en.md': news(12, 'parent: 11'),
  })
  const byText = (a: Words, b: Words) => (a.en < b.en ? -1 : 1)
  t.strictSame(problems.sort(byText), Object.values(files).sort(byText))
})
