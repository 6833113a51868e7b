// Embedded content API: about pages, downloads and manuals.
import { createHash } from 'node:crypto'
import t from 'tap'
import { readAbout, readDownload, readManual } from '../../shared/content/content.ts'
import { createWorld, page, richText } from './world.ts'

t.test('about pages list their siblings in order, without the contact page', async (t) => {
  const world = await createWorld(t, {
    'about/contact.zh.md': page('id: 1\ntitle: 联系\nsign: contact\norder: 1', '电话'),
    'about/history.zh.md': page(
      'id: 2\ntitle: 历史\norder: 3\ncover: /media/images/old-10x10.svg',
      '## 二〇〇九',
    ),
    'about/company.zh.md': page('id: 3\ntitle: 公司\nsign: company\norder: 2'),
    'about/jobs.zh.md': page('id: 5\ntitle: 招聘'),
    'about/people.zh.md': page('id: 4\ntitle: 团队'),
    'media/images/old-10x10.svg': '<svg/>',
  })
  const siblings = [
    { id: 3, sign: 'company', title: '公司' },
    { id: 2, title: '历史' },
    { id: 4, title: '团队' },
    { id: 5, title: '招聘' },
  ]
  const history = (await world.get('/api/home/about/2?lang=zh')).json.data
  t.strictSame(history, {
    id: 2,
    title: '历史',
    facts: [],
    body: '<h2 id="二〇〇九">二〇〇九</h2>\n',
    cover: '/media/images/old-10x10.svg',
    siblings,
    languages: ['zh'],
  })
  t.equal(readAbout(history, richText).siblings.length, 4)
  t.strictSame((await world.get('/api/home/about/info/company?lang=zh')).json.data, {
    id: 3,
    sign: 'company',
    title: '公司',
    facts: [],
    body: '',
    siblings,
    languages: ['zh'],
  })
  const contact = {
    id: 1,
    sign: 'contact',
    title: '联系',
    facts: [],
    body: '<p>电话</p>\n',
    siblings: [],
    languages: ['zh'],
  }
  t.strictSame((await world.get('/api/home/about/info/contact?lang=zh')).json.data, contact)
  t.strictSame((await world.get('/api/home/about/1?lang=zh')).json.data, contact)
  const first = await world.get('/api/home/about/0?lang=zh')
  t.equal((first.json.data as { id: number }).id, 3, 'the id 0 is the first page in their order')
  for (const id of ['00', '-0', '9', 'company', 'info', 'info/nobody']) {
    t.equal((await world.get(`/api/home/about/${id}?lang=zh`)).status, 404, id)
  }
})

t.test('downloads have the size and digest of their files', async (t) => {
  const file = Buffer.from('driver 驱动')
  const world = await createWorld(t, {
    'download/b.en.md': page(
      'id: 36\ntitle: Drivers\norder: 2\ndescription: All of them.\nitems:\n  - { id: 1, name: Link, version: "2.1", description: For Windows., published_at: 2026-03-02T09:30:00+08:00, url: /media/files/%E9%A9%B1%E5%8A%A8.zip }\n  - { id: 2, name: Other, url: "https://files.example/a.zip" }',
    ),
    'download/a.en.md': page('id: 37\ntitle: Certificates\norder: 1'),
    'download/c.zh.md': page('id: 38\ntitle: 软件'),
    'media/files/驱动.zip': file,
  })
  const first = await world.get('/api/home/download/0?lang=en')
  t.equal((first.json.data as { id: number }).id, 37, 'the id 0 is the first category in their order')
  const { json } = await world.get('/api/home/download/36?lang=en')
  t.strictSame(json.data, {
    id: 36,
    title: 'Drivers',
    description: 'All of them.',
    categories: [
      { id: 37, title: 'Certificates' },
      { id: 36, title: 'Drivers' },
    ],
    items: [
      {
        id: 1,
        name: 'Link',
        description: 'For Windows.',
        version: '2.1',
        published_at: '2026-03-02T09:30:00+08:00',
        url: '/media/files/%E9%A9%B1%E5%8A%A8.zip',
        size: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
      },
      { id: 2, name: 'Other', url: 'https://files.example/a.zip' },
    ],
    languages: ['en'],
  })
  t.equal(readDownload(json.data, richText).items.length, 2)
  t.strictSame(world.origin.problems(), [])
})

t.test('the chapters of a manual are its second-level headings', async (t) => {
  const world = await createWorld(t, {
    'manual/m.zh.md': page(
      'id: 51\ntitle: 手册\nattachments: [{ name: PDF, url: /media/m.pdf }]',
      '# 手册\n## 安装\n### 接线\n## 安装\n',
    ),
    'media/m.pdf': 'pdf',
  })
  const { json } = await world.get('/api/home/manual/51?lang=zh')
  t.strictSame(json.data, {
    id: 51,
    title: '手册',
    body: '<h1 id="手册">手册</h1>\n<h2 id="安装">安装</h2>\n<h3 id="接线">接线</h3>\n<h2 id="安装-2">安装</h2>\n',
    chapters: [
      { id: '安装', title: '安装' },
      { id: '安装-2', title: '安装' },
    ],
    attachments: [{ name: 'PDF', url: '/media/m.pdf', size: 3 }],
    siblings: [{ id: 51, title: '手册' }],
    languages: ['zh'],
  })
  t.equal(readManual(json.data, richText).chapters.length, 2)
  t.equal((await world.get('/api/home/manual/52?lang=zh')).status, 404)
})
