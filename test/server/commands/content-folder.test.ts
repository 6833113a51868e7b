// The commands of the content folder: new writes one, check-content names its mistakes.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import * as checkContent from '../../../server/commands/check-content.ts'
import type { Command } from '../../../server/commands/command.ts'
import * as create from '../../../server/commands/new.ts'
import { createEmbeddedSite } from '../../helpers/embedded-site.ts'
import { langOf } from '../../helpers/html.ts'
import { distDir } from '../../helpers/site.ts'
import { runProgram } from './process.ts'

t.test('new writes a folder without a mistake, and check-content finds none', async (t) => {
  for (const [lang, written, checked, none] of [
    [[], 'is written: a site in Chinese and English', '', 'no mistakes'],
    [['--lang', 'zh'], '：一个中英双语网站', ' --lang zh', '没有错误'],
  ] as const) {
    const folder = join(t.testdir({ 'my site': {} }), 'my site')
    const { code, out, err } = await runProgram(['new', folder, ...lang])
    t.strictSame({ code, err }, { code: 0, err: '' })
    const check = `npm run check-content -- '${folder}'${checked}`
    for (const next of [written, `CONTENT_DIR='${folder}' npm start`, check]) t.ok(out.includes(next), next)
    const found = await runProgram(['check-content', ...lang], { CONTENT_DIR: folder })
    t.match(found, { code: 0, out: none, err: '' })
    const { get } = await createEmbeddedSite(t, { folder, watch: false })
    const { statusCode, body } = await get('/news/1')
    t.strictSame([statusCode, langOf(body)], [200, 'zh-CN'])
  }
})

t.test('new overwrites nothing, and what cannot be read is named', async (t) => {
  const folder = t.testdir({ 'site.yaml': 'zh: { title: a }' })
  const [file, none] = [join(folder, 'site.yaml'), join(folder, 'none')]
  const rows: [command: Pick<Command, 'run'>, args: string[], exitCode: number, message: string | RegExp][] =
    [
      [create, [folder], 1, `${folder} was not written: it exists and is not empty`],
      [create, [file, '--lang', 'zh'], 1, `未写入 ${file}：`],
      [checkContent, [none], 1, /none cannot be read/],
      [checkContent, ['--all'], 64, /Exit codes/],
    ]
  const print = () => undefined
  for (const [{ run }, args, exitCode, message] of rows)
    await t.rejects(run(args, { env: {}, distDir, print }), { exitCode, message })
  t.strictSame(readdirSync(folder), ['site.yaml'])
})

t.test('check-content prints every mistake of every file, sorted, and their number', async (t) => {
  const folder = t.testdir({
    'site.yaml': 'zh: { title: 一, phone: 7 }\ntime-zone: UTC\n',
    nwes: {},
    product: {
      'b.zh.md': '---\nid: 2\ntitel: 二\n---\n[x](a.md)\n',
      'a.zh.md': '---\nid: 1\ntitle: 一\nspecs: [{ name: "\\e[31m", value: 1 }]\n---\n[x](/product/9)\n',
      'c.md': '',
    },
  })
  const { code, out, err } = await runProgram(['check-content', folder])
  t.strictSame({ code, err }, { code: 1, err: '' })
  t.strictSame(out.split('\n'), [
    'nwes/:1 unknown folder, did you mean news/?',
    'product/a.zh.md:4 specs[1].value: expected text, got number',
    'product/a.zh.md:6 no such item: /product/9',
    'product/b.zh.md:2 title is missing',
    'product/b.zh.md:3 titel: unknown key, did you mean title?',
    'product/b.zh.md:5 unsafe URL: a.md; must start with / or https://',
    'product/c.md:1 the name must end in .zh.md or .en.md',
    'site.yaml:1 zh.phone: unknown key',
    'site.yaml:2 time-zone: unknown key, did you mean time_zone?',
    `9 mistakes in ${folder}`,
    '',
  ])
})

t.test('with --lang zh check-content prints in Chinese', async (t) => {
  const folder = t.testdir({
    'site.yaml': 'zh: { title: 一 }\n',
    'menu.yaml': '- id: 1\n  title：产品\n',
    news: { 'a.zh.md': '---\nid: 1.5\ntitel: 一\nDraft: true\n---\n[x](a.md)\n' },
  })
  const { code, out } = await runProgram(['check-content', '--lang', 'zh', folder])
  t.equal(code, 1)
  t.strictSame(out.split('\n'), [
    'menu.yaml:2 不是有效的 YAML：键后是全角冒号（：），应写半角冒号和空格（: ）',
    'news/a.zh.md:2 id：应为正整数',
    'news/a.zh.md:2 缺少 published_at',
    'news/a.zh.md:2 缺少 title',
    'news/a.zh.md:3 titel：未知的键，是否应为 title？',
    'news/a.zh.md:4 Draft：未知的键，是否应为 draft？',
    'news/a.zh.md:6 不安全的 URL：a.md；必须以 / 或 https:// 开头',
    `${folder} 中有 7 个错误`,
    '',
  ])
})
