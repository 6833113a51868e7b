// Image size from the file name.
import t from 'tap'
import { imageSize } from '../../shared/image.ts'

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
