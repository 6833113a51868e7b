// The letters that share cards are written with, from the file that build-tools/card-letters.mjs makes.
import { brotliDecompressSync } from 'node:zlib'

/** In units of an em, y upwards. */
export type Letter = { advance: number; contours: Point[][] }
/** A point that is not on the curve is a quadratic control point. */
export type Point = { x: number; y: number; on: boolean }
export type Letters = {
  /** Undefined for a character that the file does not have. */
  letter: (character: string) => Letter | undefined
  /** Of a line without kerning, in ems. */
  width: (text: string) => number
}

type Head = { advance: number; sizes: number[]; x: number; y: number; flags: number }

export function readLetters(file: Buffer): Letters {
  const packed = brotliDecompressSync(file)
  const ends = [0, 4, 8, 12].map((at) => packed.readUInt32LE(at))
  const start = (stream: number) => 16 + ends.slice(0, stream).reduce((sum, size) => sum + size, 0)
  const [heads, flags, xs, ys] = [0, 1, 2, 3].map((stream) =>
    createStream(packed.subarray(start(stream), start(stream + 1))),
  ) as [Stream, Stream, Stream, Stream]
  const units = heads.next()
  const known = new Map<number, Head>()
  let code = 0
  for (let left = heads.next(); left > 0; left--) {
    code += heads.next()
    const advance = heads.next() / units
    const sizes = Array.from({ length: heads.next() }, () => heads.next())
    known.set(code, { advance, sizes, x: xs.at(), y: ys.at(), flags: flags.at() })
    const points = sizes.reduce((sum, size) => sum + size, 0)
    for (const stream of [flags, xs, ys]) stream.skip(points)
  }

  const outline = ({ sizes, ...at }: Head): Point[][] => {
    flags.go(at.flags)
    xs.go(at.x)
    ys.go(at.y)
    let [x, y] = [0, 0]
    return sizes.map((size) =>
      Array.from({ length: size }, () => {
        x += signed(xs.next())
        y += signed(ys.next())
        return { x: x / units, y: y / units, on: flags.next() === 1 }
      }),
    )
  }

  const head = (character: string) => known.get(character.codePointAt(0) ?? 0)
  return {
    letter: (character) => {
      const found = head(character)
      return found && { advance: found.advance, contours: outline(found) }
    },
    width: (text) => [...text].reduce((sum, character) => sum + (head(character)?.advance ?? 0), 0),
  }
}

type Stream = ReturnType<typeof createStream>

/** Numbers of seven bits a byte, the lowest first. */
function createStream(bytes: Buffer) {
  let at = 0
  return {
    at: () => at,
    go(to: number) {
      at = to
    },
    next() {
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] ?? 0
        value |= (byte & 127) << shift
        if (byte < 128) return value
      }
    },
    skip(numbers: number) {
      for (let left = numbers; left > 0; at++) if ((bytes[at] ?? 0) < 128) left--
    },
  }
}

function signed(value: number): number {
  return value & 1 ? -(value + 1) / 2 : value / 2
}
