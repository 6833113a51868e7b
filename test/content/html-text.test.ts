// Content files with HTML below their front matter, as those of a content system are.
import t from 'tap'
import { createWorld, page } from './world.ts'

const text = `<p>First &amp; foremost</p>
<h2>安装</h2>
<ul><li>One</li><li>Two</li></ul>
<script>not words</script>
<h2 id="own">Use</h2>
<p>Calibrate <b>weekly</b>.</p>`

t.test('headings are chapters with ids, and the text is HTML', async (t) => {
  const world = await createWorld(t, {
    'manual/a.zh.md': page('id: 1\ntitle: 一\nformat: html', text),
    'service/b.zh.md': page('id: 2\ntitle: 二\nformat: html', '---\n<p>a</p>\n\n\n<p>**b**</p>'),
  })
  t.strictSame(world.origin.problems(), [])
  const { data } = (await world.get('/api/home/manual/1?lang=zh')).json
  t.strictSame(data.chapters, [
    { id: 'chapter-1', title: '安装' },
    { id: 'own', title: 'Use' },
  ])
  t.match(data.body, '<h2 id="chapter-1">安装</h2>')
  t.match((await world.get('/api/home/article/detail/2?lang=zh')).json.data.body, '<p>**b**</p>')
})

t.test('each chapter is found by its words, and no markup is', async (t) => {
  const world = await createWorld(t, { 'manual/a.zh.md': page('id: 1\ntitle: 一\nformat: html', text) })
  const found = async (q: string) =>
    (await world.get(`/api/home/search?lang=zh&q=${encodeURIComponent(q)}`)).json.data.total
  t.equal(await found('weekly'), 1)
  t.equal(await found('foremost'), 1)
  t.equal(await found('script'), 0)
})

t.test('what is written of files elsewhere is served: sizes, digests, copies', async (t) => {
  const copies = '[{ url: /media/a-small.jpg, width: 480, height: 270 }]'
  const world = await createWorld(t, {
    'news/a.zh.md': page(
      `id: 1\ntitle: 一\npublished_at: 2026-01-01\ncover: /media/a.jpg\ncover_sizes: ${copies}\n` +
        `gallery: [{ url: /media/a.jpg, sizes: ${copies} }]\nattachments: [{ name: A, url: /media/a.pdf, size: 1200 }]`,
      'text',
    ),
    'download/b.zh.md': page(
      'id: 1\ntitle: 二\nitems: [{ id: 1, name: A, url: /media/a.pdf, size: 1200, sha256: abc }]',
      '',
    ),
  })
  const { data } = (await world.get('/api/home/article/detail/1?lang=zh')).json
  t.match(data, { cover_sizes: [{ width: 480 }], gallery: [{ sizes: [{ height: 270 }] }] })
  t.match(data.attachments, [{ size: 1200 }])
  t.notOk('format' in data || 'source' in data)
  t.match((await world.get('/api/home/download/1?lang=zh')).json.data.items, [{ size: 1200, sha256: 'abc' }])
})

t.test('another format is named', async (t) => {
  const world = await createWorld(t, { 'service/a.zh.md': page('id: 1\ntitle: 一\nformat: rtf', 'x') })
  t.match(world.origin.problems(), [{ file: 'service/a.zh.md', effect: 'left out' }])
})
