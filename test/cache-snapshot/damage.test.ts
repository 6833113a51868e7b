// A snapshot that is damaged or foreign: what is whole is used, a wrong response never, one log line.
import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { text } from '../cache/helpers/answers.ts'
import { times } from '../cache/helpers/world.ts'
import { runsLong } from '../helpers/long.ts'
import { createFolder, linesOf } from './world.ts'

const bodyOf = (index: number) => `${index} `.repeat(200)

/** A snapshot of ten responses, and what a server that starts with another file in its place does. */
async function createSaved() {
  const { start, files } = createFolder(t)
  const before = await start()
  const paths = times(10, (index) => before.on(text(bodyOf(index), 'max-age=60')))
  for (const path of paths) for (const _visit of [1, 2]) await before.get(path)
  await before.app.close()
  const load = async (bytes: Buffer) => {
    writeFileSync(files()[0]!, bytes)
    const server = await start()
    for (const [index, path] of paths.entries()) server.on(text(bodyOf(index), 'max-age=60'), path)
    const answers = await Promise.all(paths.map((path) => server.get(path)))
    const isRight = answers.every(
      ({ statusCode, body }, index) => statusCode === 200 && body === bodyOf(index),
    )
    const lines = linesOf(server).map(({ level }) => level)
    await server.app.close()
    return { isRight, lines, loaded: paths.length - server.origin.hits.length }
  }
  return { whole: readFileSync(files()[0]!), load }
}

const { whole, load } = await createSaved()

t.test('a whole file is loaded; with any bytes of it changed no wrong response is sent', async (t) => {
  t.strictSame(await load(whole), { isRight: true, lines: [30], loaded: 10 })
  const damage = fc.record({ at: fc.nat(whole.length - 1), bits: fc.integer({ min: 1, max: 255 }) })
  const property = fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
    const damaged = Buffer.from(whole)
    for (const { at, bits } of damages) damaged[at]! ^= bits
    const { isRight, lines } = await load(damaged)
    return isRight && lines.length === 1
  })
  await fc.assert(property, { numRuns: runsLong ? 30 : 5 })
})

const foreign: [name: string, bytes: (whole: Buffer) => Buffer][] = [
  ['of another format', (whole) => Buffer.from(String(whole).replace(/^/gm, 'x'))],
  ['of another program', () => Buffer.from('{"cache":[]}\n')],
  ['of one endless line', () => Buffer.alloc(3_000_000, 'x')],
  ['that is empty', () => Buffer.alloc(0)],
  ['without a head', (whole) => whole.subarray(whole.indexOf(10) + 1)],
]
t.test('a foreign file brings nothing, with one log line', async (t) => {
  for (const [name, bytes] of foreign)
    t.strictSame(await load(bytes(whole)), { isRight: true, lines: [40], loaded: 0 }, name)
})
