// `npm run tool -- images`: copies of a picture that pages know by its name.
import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { imageSize, imageSources } from '../../shared/image.ts'

const run = promisify(execFile)
const tool = join(import.meta.dirname, '../../server/build-tools/images.mjs')
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36"><path d="M0 0h64v36z" fill="#0b4fbf"/></svg>'

t.test(
  'the name that is printed leads pages to every copy, and none is larger than the picture',
  async (t) => {
    const folder = t.testdir({})
    await writeFile(join(folder, 'hall-64x36.svg'), svg)
    const { stdout } = await run(process.execPath, [
      tool,
      '--widths',
      '32,16,640',
      join(folder, 'hall-64x36.svg'),
    ])
    const name = stdout.trim()
    t.equal(name, 'hall-32x18.16-32.jpg')
    t.strictSame(imageSize(name), { width: 32, height: 18 })
    const copies = imageSources(name).flatMap(({ srcSet }) =>
      srcSet.split(', ').map((one) => one.split(' ')[0]),
    )
    t.strictSame((await readdir(folder)).toSorted(), [name, 'hall-64x36.svg', ...copies].toSorted())
  },
)

t.test('wrong use is said', async (t) => {
  await t.rejects(run(process.execPath, [tool]), { code: 64 })
  await t.rejects(run(process.execPath, [tool, '--widths', 'wide', 'x.png']), { code: 64 })
  await t.rejects(run(process.execPath, [tool, '--quality', '101', 'x.png']), { code: 64 })
})
