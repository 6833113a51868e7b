// Card renderer: glyphs, line breaks, worker thread.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mock } from 'node:test'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { cardColours } from '../../server/base/brand-colours.ts'
import { joinWords, oneLine, spaceScripts } from '../../server/seo/cards/card-svg.ts'
import { type CardDrawing, createCardRenderer } from '../../server/seo/drawing/card-renderer.ts'
import { cardPictureBox } from '../../shared/share-card.ts'
import { ifLong } from '../helpers/long.ts'
import { distDir } from '../helpers/site.ts'

const empty: CardDrawing = {
  kind: 'card',
  locale: 'zh',
  site: 'Site',
  host: 'example.com',
  section: '',
  title: '',
  mark: '',
  colour: '',
  accent: '',
  sectionKind: '',
  picture: '',
  image: undefined,
  logo: `data:image/svg+xml;base64,${readFileSync(join(distDir, 'public/mark.svg')).toString('base64')}`,
  colours: cardColours({ colour: '', accent: '', sectionKind: '' }),
}

function createRenderer(t: Test, dist = distDir) {
  const renderer = createCardRenderer({ distDir: dist })
  t.teardown(() => renderer.close())
  return (title: string, section = '') => renderer.draw({ ...empty, title, section })
}

/** A build whose worker runs `code` with each message as `text`, and responds with the argument of `reply`. */
const workerOf = (t: Test, code: string) =>
  t.testdir({
    'package.json': '{ "type": "commonjs" }',
    server: {
      'card-worker.js': `
        const { parentPort, threadId } = require('node:worker_threads')
        const reply = (words) => parentPort.postMessage(new TextEncoder().encode(words))
        parentPort.on('message', (text) => { ${code} })`,
    },
  })

t.test('a character without a glyph is decomposed or removed', async (t) => {
  const draw = createRenderer(t)
  for (const [title, same] of [
    ['Škoda č Ⅲ', 'Skoda c III'],
    ['a\u{20000}b 😀👩‍👩‍👧 c\u0007d', 'ab cd'],
    ['한글', ''],
  ] as const)
    t.ok((await draw(title)).equals(await draw(same)), title)
})

t.test('rare Chinese characters and signs are drawn from further font files', ifLong, async (t) => {
  const draw = createRenderer(t)
  const cards = await Promise.all(['毖', '谰', '℃', '‰', '≤', '→', '漢', ''].map((title) => draw(title)))
  t.equal(new Set(cards.map((card) => card.toString('base64'))).size, cards.length)
})

t.test('the title does not overlap other parts of the card, whatever its length', async (t) => {
  const draw = createRenderer(t)
  const around = [
    { left: 0, top: 0, width: 1200, height: 132 },
    { left: 0, top: 524, width: 1200, height: 106 },
    { left: 985, top: 0, width: 215, height: 630 },
    { left: 0, top: 0, width: 80, height: 630 },
  ]
  const parts = async (png: Buffer) =>
    Promise.all(
      around.map(async (area) => (await sharp(png).extract(area).raw().toBuffer()).toString('base64')),
    )
  const wanted = await parts(await draw(''))
  for (const title of [
    '水'.repeat(50_000),
    'W'.repeat(300),
    'long words '.repeat(100),
    '十年以后还准吗？'.repeat(3),
  ])
    t.strictSame(await parts(await draw(title, '新闻'.repeat(60))), wanted, title.slice(0, 20))
})

t.test('no line break within a word or between a number and its unit', async (t) => {
  const shown = (title: string) => joinWords(spaceScripts(oneLine(title))).replaceAll('\u2060', '~')
  t.equal(shown('公司新闻'), '公~司新~闻')
  t.equal(shown('拆下412台TL-Mag\n 旧表'), '拆~下 412 ~台 TL-~Mag 旧表')
  t.equal(shown('plain words – and more'), 'plain words – and more')
})

t.test(
  'beside a picture no title is on it, and no word is broken that a smaller size has room for',
  ifLong,
  async (t) => {
    const renderer = createCardRenderer({ distDir })
    t.teardown(() => renderer.close())
    const image = empty.logo
    const boxOf = async (title: string) => {
      const png = await renderer.draw({ ...empty, locale: 'en', title, image })
      return sharp(png).extract(cardPictureBox).raw().toBuffer()
    }
    const alone = await boxOf('')
    for (const title of ['水'.repeat(100), 'W'.repeat(100), 'long words '.repeat(30)])
      t.ok((await boxOf(title)).equals(alone), title.slice(0, 20))
    const sizeOf = async (title: string) => {
      const png = await renderer.draw({ ...empty, locale: 'en', title, image })
      const column = sharp(png).extract({ left: 80, top: 140, width: 530, height: 380 })
      const { info } = await sharp(await column.threshold(90).toBuffer())
        .trim()
        .toBuffer({ resolveWithObject: true })
      return info
    }
    const word = await sizeOf('electromagnetic')
    t.ok(word.height < 60, 'one line')
    const widest = (await sizeOf('TL-Mag electromagnetic flowmeter')).width
    t.ok(Math.abs(widest - word.width) < 4, `${widest}, the word alone ${word.width}`)
  },
)

t.test('while 32 cards wait, another one is rejected with 503', async (t) => {
  const renderer = createCardRenderer({ distDir: workerOf(t, '') })
  const waiting = Array.from({ length: 32 }, () => renderer.draw(empty))
  await t.rejects(renderer.draw(empty), { message: 'Service Unavailable' })
  const ended = Promise.allSettled(waiting)
  await renderer.close()
  for (const one of await ended)
    t.match(one, { status: 'rejected', reason: { message: 'card worker: closed' } })
})

t.test('the worker thread is terminated after 30 seconds without a result, idle or hanging', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const draw = createRenderer(t, workerOf(t, `if (text.title !== 'hang') reply(String(threadId))`))
  const first = String(await draw('a'))
  mock.timers.tick(29_000)
  t.equal(String(await draw('b')), first)
  mock.timers.tick(30_000)
  const second = String(await draw('c'))
  t.not(second, first, 'a new thread')
  const hanging = draw('hang')
  mock.timers.tick(30_000)
  await t.rejects(hanging, { message: 'card worker: no result within 30000 ms' })
  t.not(String(await draw('d')), second)
})
