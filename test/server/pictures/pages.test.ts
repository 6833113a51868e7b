import t from 'tap'
import { createPictureSite, plain } from '../../helpers/pictures.ts'
import { until } from '../../helpers/until.ts'

type Get = (url: string) => Promise<{ body: string }>

/** The page when it offers copies. */
async function pageWith(get: Get, url: string, words = '<source type="image/avif"'): Promise<string> {
  let body = ''
  await until(
    async () => {
      body = (await get(url)).body
      return body.includes(words)
    },
    { what: words },
  )
  return body
}

function pictureOf(body: string, name: string): string {
  const found = body.match(/<picture[^<>]*>.*?<\/picture>/gs)?.find((one) => one.includes(name))
  return found ?? `no picture ${name}`
}

t.test('of an upstream: covers, galleries, texts and the source of narrow screens', async (t) => {
  const png = { 'content-type': 'image/png' }
  const tall = await plain(800, 1000, '#204060').jpeg().toBuffer()
  const { site } = await createPictureSite(t, {
    'hall.jpg': {},
    'glass.png': {
      body: await plain(600, 300, '#0000', 4).png({ compressionLevel: 0 }).toBuffer(),
      headers: png,
    },
    'tall.jpg': { body: tall },
    'icon.png': { body: await plain(40, 30, '#abcdef').png().toBuffer(), headers: png },
  })
  const body =
    '<p><img src="/media/hall.jpg" alt="Hall" width="500" height="500"><img src="/media/icon.png"></p>'
  site.origin.patch('/api/home/article/detail/', (data: object) => ({
    ...data,
    body,
    gallery: [{ url: '/media/h%61ll.jpg', alt: 'A "hall"' }, { url: '/media/glass.png' }],
  }))
  site.origin.patch('/api/home/block/banner', (banners: object[]) =>
    banners.map((banner) => ({ ...banner, image: '/media/hall.jpg', image_mobile: '/media/tall.jpg' })),
  )
  const first = (await site.get('/en/product/11')).body
  t.notMatch(first, '<source')

  const page = await pageWith(site.get, '/en/product/11', 'data-colour="#abcdef"')
  const shown = pictureOf(page, 'alt="A &quot;hall&quot;"')
  const [, version = ''] = /\/media\/hall\.jpg\?w=480&amp;f=avif&amp;v=([\w-]{12}) 480w/.exec(shown) ?? []
  const sources = ['avif', 'webp'].map((format) => {
    const address = (width: number) => `/media/hall.jpg?w=${width}&amp;f=${format}&amp;v=${version}`
    const srcset = `${address(480)} 480w, ${address(768)} 768w, ${address(1280)} 1000w`
    return `<source type="image/${format}" srcSet="${srcset}" sizes="(min-width: 62rem) 40rem, 100vw"/>`
  })
  t.match(shown, sources.join(''))
  t.match(shown, / src="\/media\/h%61ll\.jpg"[^<>]* width="1000" height="600" data-colour="#[\da-f]{6}"\/>/)
  t.notMatch(pictureOf(page, '/media/glass.png'), 'data-colour', 'its ground would be seen')
  t.match(page, /<img [^<>]*alt="Hall"[^<>]* width="500" height="300"/, 'the width of the editor')
  t.match(page, /<p><picture><source type="image\/avif"[^<>]*sizes="\(min-width: 62rem\) 46rem, 100vw"\/>/)
  t.match(page, /<img src="\/media\/icon\.png"[^<>]* width="40" height="30" data-colour="#abcdef"/)
  const payload = JSON.parse(
    await pageWith(site.get, `/en/product/11/_payload.json?${site.build.id}`, 'image/avif'),
  )
  t.match(payload.main, sources.join(''))
  const home = pictureOf(await pageWith(site.get, '/en', '/media/tall.jpg?w='), 'tall.jpg')
  t.match(
    home,
    /<source type="image\/avif" srcSet="\/media\/tall\.jpg[^"]*" media="\(max-width: 56rem\)" sizes="100vw" width="800" height="1000"\/>/,
  )
})
