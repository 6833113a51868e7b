// Image size from the file name, copies of pictures and their addresses.
import t from 'tap'
import {
  candidateUrl,
  copiesOf,
  imageSize,
  sharePath,
  sizeWithin,
  srcSetOf,
  widthsOf,
} from '../../shared/image.ts'

t.test('width and height are before the extension', async (t) => {
  t.strictSame(imageSize('/media/pump-1200x675.svg'), { width: 1200, height: 675 })
  t.strictSame(imageSize('https://cdn.example/a-b-64x48.SVG?v=2#x'), { width: 64, height: 48 })
  t.strictSame(imageSize('/a-100x200-300x400.svg'), { width: 300, height: 400 })
})

t.test(
  'a name without a size has no size, nor the name of a photograph, which has a size of its own',
  async (t) => {
    const names = [
      '',
      '/pump.svg',
      '/pump1200x675.svg',
      '/-1200x675/pump.svg',
      '/a-1x1.png',
      '/photo-16x90.jpg',
    ]
    for (const name of names) t.equal(imageSize(name), undefined, name)
  },
)

const picture = { path: '/media/a.jpg', version: 'v', colour: '#fff', width: 800, height: 401 }

t.test('copies are narrower than the picture, but for the last, which has all of its pixels', async (t) => {
  const rows: [width: number, widths: [wanted: number, width: number][]][] = [
    [480, []],
    [
      481,
      [
        [480, 480],
        [768, 481],
      ],
    ],
    [
      768,
      [
        [480, 480],
        [768, 768],
      ],
    ],
    [3000, [480, 768, 1280, 1920].map((width) => [width, width])],
  ]
  for (const [width, widths] of rows) {
    const expected = widths.map(([wanted, width]) => ({ wanted, width }))
    t.strictSame(widthsOf({ width, height: 1 }), expected, `${width}`)
  }
  t.strictSame(copiesOf(picture, 'webp').at(-1), { url: '/media/a.jpg?w=1280&f=webp&v=v', width: 800 })
})

t.test('a smaller size keeps the shape, and has at least one line', async (t) => {
  t.strictSame(sizeWithin(picture), { width: 800, height: 401 })
  t.strictSame(sizeWithin(picture, 400), { width: 400, height: 201 })
  t.strictSame(sizeWithin(picture, 900), { width: 800, height: 401 })
  t.strictSame(sizeWithin({ width: 800, height: 1 }, 40), { width: 40, height: 1 })
})

t.test('candidates of a srcset have neither spaces nor commas, and an address', async (t) => {
  const copies = ['/a b,c d,', '', '/x'].map((url, at) => ({ url, width: at + 1 }))
  t.equal(srcSetOf(copies), '/a%20b%2Cc%20d%2C 1w, /x 3w')
  t.equal(candidateUrl('/a'), '/a')
})

t.test('a file below /media/ has a picture for shared links, another address has none', async (t) => {
  for (const name of ['a/b.SVG', 'a.jpg', 'a.jpeg', '水.png', 'a.webp', 'a.avif'])
    t.equal(sharePath(`/media/${name}`), `/share/${name}.jpg`)
  const others = ['/media/a.gif', '/media/.svg', '/media/a.png?v=1', '/x/media/a.png', '/media/a.png.zip', '']
  for (const url of [...others, undefined]) t.equal(sharePath(url), undefined)
})
