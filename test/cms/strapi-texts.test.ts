// Texts and pictures of Strapi: Markdown, blocks, components of the starter templates.
import t from 'tap'
import { answerEntries, article, createStrapi, picture } from '../helpers/strapi.ts'

const pictureCopies = '/media/small_art_1.jpeg 500w, /media/large_art_1.jpeg 1000w'

t.test('texts: Markdown, blocks, components and hostile values', async (t) => {
  const world = await createStrapi(t)
  const bodyOf = async (body: unknown) => {
    answerEntries(world, 'articles', [{ ...article, body }])
    return (await world.get('/api/home/article/info/abc?lang=zh')).data.body
  }
  t.match(await bodyOf('## A\n\n![x](/uploads/a.png)'), /<h2 id="a">A<\/h2>[\s\S]*src="\/media\/a\.png"/)
  t.equal(await bodyOf('<p>HTML</p>'), '<p>HTML</p>')
  const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
  t.equal(
    await bodyOf([
      { type: 'heading', level: 1, children: [text('T & <b>')] },
      { type: 'paragraph', children: [text('a', { bold: true, italic: true }), text(' b\nc')] },
      { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [text('1')] }] },
      { type: 'quote', children: [{ type: 'link', url: '/news/3?a="b', children: [text('l')] }] },
      { type: 'code', children: [text('x\ny')] },
      { type: 'image', image: { url: '/uploads/a.png', alternativeText: '"', width: 4, height: 3 } },
      { type: 'paragraph', children: [text('')] },
    ]),
    [
      '<h2>T &amp; &lt;b&gt;</h2>',
      '<p><em><strong>a</strong></em> b<br>c</p>',
      '<ol><li>1</li></ol>',
      '<blockquote><p><a href="/news/3?a=&quot;b">l</a></p></blockquote>',
      '<pre><code>x\ny</code></pre>',
      '<figure><img src="/media/a.png" srcset="/media/a.png 4w" alt="&quot;" width="4" height="3" loading="lazy"></figure>',
      '',
    ].join('\n'),
  )
  t.equal(await bodyOf(7), '')
  t.equal(await bodyOf({ children: null }), '')
})

t.test(
  'the components of the starter templates: a quotation has its author, pictures their copies',
  async (t) => {
    const world = await createStrapi(t)
    answerEntries(world, 'articles', [
      {
        ...article,
        body: [
          { __component: 'shared.quote', id: 1, title: 'Thelonious & Monk', body: 'You dig?' },
          { __component: 'shared.slider', id: 1, files: [picture, { ...picture, formats: null }] },
        ],
      },
    ])
    const { body } = (await world.get('/api/home/article/info/abc?lang=zh')).data
    t.match(body, /<blockquote><p>You dig\?<\/p>\s*<p><cite>Thelonious &amp; Monk<\/cite><\/p><\/blockquote>/)
    t.ok(body.includes(`srcset="${pictureCopies}" alt="Art" width="5824" height="3259"`))
    t.equal(body.split('<img ').length, 3)
  },
)

t.test(
  'pictures in Markdown have the size and the copies of their file, if the token may read it',
  async (t) => {
    const world = await createStrapi(t)
    const url = `${world.cms.urls[0]}/uploads/art_1.jpeg`
    answerEntries(world, 'articles', [
      { ...article, body: `![Art](${url})\n\n![](https://other.test/b.png)` },
    ])
    const bodyOf = async () => (await world.get('/api/home/article/info/abc?lang=zh')).data.body
    world.cms.answer('/api/upload/files?', (response) => response.writeHead(403).end('{}'))
    t.match(await bodyOf(), '<img src="/media/art_1.jpeg" alt="Art"')
    world.cms.answer('/api/upload/files?', (response) => response.end(JSON.stringify([picture])))
    const sized = `<img src="/media/art_1.jpeg" srcset="${pictureCopies}" width="1000" height="560" alt="Art"`
    t.ok((await bodyOf()).includes(sized))
  },
)

t.test('the first of several pictures is the cover, and categories are tags', async (t) => {
  const world = await createStrapi(t)
  const category = { id: 1, documentId: 'c', name: 'Meters', slug: 'meters' }
  answerEntries(world, 'articles', [{ ...article, images: [picture], category }])
  const [first] = (await world.get('/api/home/article/list/news?lang=zh')).data.list
  t.match(first, { cover: '/media/art_1.jpeg', cover_alt: 'Art', tags: ['Meters'] })
})
