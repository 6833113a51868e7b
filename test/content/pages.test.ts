// Embedded content API: about pages, downloads and manuals.
import { createHash } from 'node:crypto'
import t from 'tap'
import { createWorld, page } from './world.ts'

t.test('about pages list their siblings in order, without the contact page', async (t) => {
  const world = await createWorld(t, {
    'about/contact.zh.md': page('id: 1\ntitle: 联系\nsign: contact\norder: 1', '电话'),
    'about/history.zh.md': page('id: 2\ntitle: 历史\norder: 3', '## 二〇〇九'),
    'about/company.zh.md': page('id: 3\ntitle: 公司\nsign: company\norder: 2'),
    'about/jobs.zh.md': page('id: 5\ntitle: 招聘'),
    'about/people.zh.md': page('id: 4\ntitle: 团队'),
  })
  const about = (path: string) => world.dataOf(`about/${path}?lang=zh`)
  t.strictSame(await about('2'), {
    id: 2,
    title: '历史',
    facts: [],
    body: '<h2 id="二〇〇九">二〇〇九</h2>\n',
    siblings: [
      { id: 3, sign: 'company', title: '公司' },
      { id: 2, title: '历史' },
      { id: 4, title: '团队' },
      { id: 5, title: '招聘' },
    ],
    languages: ['zh'],
  })
  t.match(await about('info/contact'), { id: 1, sign: 'contact', siblings: [] })
  t.equal((await about('0')).id, 3, 'the id 0 is the first page in their order')
  for (const id of ['00', '9', 'company', 'info/nobody']) t.equal(await about(id), null, id)
})

t.test('downloads have the size and digest of their files', async (t) => {
  const file = Buffer.from('driver 驱动')
  const local = '/media/files/%E9%A9%B1%E5%8A%A8.zip'
  const elsewhere = 'https://files.example/a.zip'
  const world = await createWorld(t, {
    'download/b.en.md': page(
      `id: 36
title: Drivers
order: 2
items:
  - { id: 1, name: Link, version: "2.1", published_at: 2026-03-02T09:30:00+08:00, url: ${local} }
  - { id: 2, name: Other, url: "${elsewhere}" }`,
    ),
    'download/a.en.md': page('id: 37\ntitle: Certificates\norder: 1'),
    'download/c.zh.md': page('id: 38\ntitle: 软件'),
    'media/files/驱动.zip': file,
  })
  const download = (id: string) => world.dataOf(`download${id}?lang=en`)
  t.equal((await download('/0')).id, 37, 'the id 0 is the first category in their order')
  const expected = {
    id: 36,
    title: 'Drivers',
    categories: [
      { id: 37, title: 'Certificates' },
      { id: 36, title: 'Drivers' },
    ],
    items: [
      {
        id: 1,
        name: 'Link',
        version: '2.1',
        published_at: '2026-03-02T09:30:00+08:00',
        url: local,
        size: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
      },
      { id: 2, name: 'Other', url: elsewhere },
    ],
    languages: ['en'],
  }
  t.strictSame(await download('/36'), expected)
  t.strictSame(await download(''), expected, 'without an id it is 36')
  t.strictSame(world.problems(), [])
})

t.test('the chapters of a manual are its second-level headings', async (t) => {
  const world = await createWorld(t, {
    'manual/m.zh.md': page(
      'id: 51\ntitle: 手册\nattachments: [{ name: PDF, url: /media/m.pdf }]',
      '# 手册\n## 安装\n### 接线\n## 安装\n',
    ),
    'media/m.pdf': 'pdf',
  })
  const manual = await world.dataOf('manual/51?lang=zh')
  t.match(manual, {
    id: 51,
    chapters: [
      { id: '安装', title: '安装' },
      { id: '安装-2', title: '安装' },
    ],
    attachments: [{ name: 'PDF', url: '/media/m.pdf', size: 3 }],
  })
  t.equal(manual.chapters.length, 2)
})
