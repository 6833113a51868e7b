// Pixels as a PNG file (ISO/IEC 15948), by Node's own deflate.
import { crc32, deflateSync } from 'node:zlib'
import type { Canvas } from './canvas.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const trueColour = 2
const upFilter = 2

export function png({ width, height, pixels }: Canvas): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, trueColour, 0, 0, 0], 8)
  const data = deflateSync(filtered(pixels, width * 3, height), { level: 7 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each row as its difference from the one above it: mostly zeros. */
function filtered(pixels: Uint8Array, stride: number, height: number): Buffer {
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1)
    rows[row] = upFilter
    for (let x = 0; x < stride; x++) {
      const above = y > 0 ? pixels[(y - 1) * stride + x]! : 0
      rows[row + 1 + x] = pixels[y * stride + x]! - above
    }
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const name = Buffer.from(type, 'latin1')
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(Buffer.concat([name, data])))
  return Buffer.concat([length, name, data, sum])
}
