// The outlines in a TrueType font (plain or WOFF), as the OpenType specification has them.
import { inflateSync } from 'node:zlib'

/** `units` in an em; `glyph(code)` is undefined where the font has none. Curves are quadratic. */
export function readFont(file) {
  const tables = file.toString('latin1', 0, 4) === 'wOFF' ? woffTables(file) : plainTables(file)
  const { head, hhea, hmtx, loca, glyf, cmap } = tables
  if (!glyf || !loca) throw new Error('the font has no TrueType outlines (glyf)')
  const isLong = head.readInt16BE(50) === 1
  const offset = (id) => (isLong ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2)
  const metrics = hhea.readUInt16BE(34)
  const advance = (id) => hmtx.readUInt16BE(Math.min(id, metrics - 1) * 4)
  const contours = (id) => {
    const [start, end] = [offset(id), offset(id + 1)]
    return start === end ? [] : outline(glyf.subarray(start, end), contours)
  }
  const ids = readCmap(cmap)
  return {
    units: head.readUInt16BE(18),
    codes: [...ids.keys()],
    glyph: (code) =>
      ids.has(code) ? { advance: advance(ids.get(code)), contours: contours(ids.get(code)) } : undefined,
  }
}

function plainTables(file) {
  return Object.fromEntries(
    Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
      const at = 12 + index * 16
      const start = file.readUInt32BE(at + 8)
      return [file.toString('latin1', at, at + 4), file.subarray(start, start + file.readUInt32BE(at + 12))]
    }),
  )
}

function woffTables(file) {
  return Object.fromEntries(
    Array.from({ length: file.readUInt16BE(12) }, (_, index) => {
      const at = 44 + index * 20
      const [start, packed, size] = [4, 8, 12].map((field) => file.readUInt32BE(at + field))
      const bytes = file.subarray(start, start + packed)
      return [file.toString('latin1', at, at + 4), packed < size ? inflateSync(bytes) : bytes]
    }),
  )
}

/** Formats 4 and 12. */
function readCmap(cmap) {
  const ids = new Map()
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(8 + index * 8))
    const format = table.readUInt16BE(0)
    if (format === 12) readGroups(table, ids)
    if (format === 4) readSegments(table, ids)
  }
  return ids
}

function readGroups(table, ids) {
  for (let at = 16; at < 16 + table.readUInt32BE(12) * 12; at += 12) {
    const [first, last, id] = [0, 4, 8].map((field) => table.readUInt32BE(at + field))
    for (let code = first; code <= last; code++) ids.set(code, id + code - first)
  }
}

function readSegments(table, ids) {
  const size = table.readUInt16BE(6)
  for (let at = 0; at < size; at += 2) {
    const last = table.readUInt16BE(14 + at)
    const [first, delta, range] = [1, 2, 3].map((part) => table.readUInt16BE(16 + part * size + at))
    for (let code = first; code <= last && code < 0xffff; code++) {
      const where = 16 + 3 * size + at + range + (code - first) * 2
      const id = range === 0 ? code : table.readUInt16BE(where)
      if (id !== 0) ids.set(code, (id + delta) & 0xffff)
    }
  }
}

/** Contours of points `{ x, y, on }`. */
function outline(glyph, contoursOf) {
  const count = glyph.readInt16BE(0)
  return count < 0 ? composite(glyph, contoursOf) : simple(glyph, count)
}

function simple(glyph, count) {
  const ends = Array.from({ length: count }, (_, index) => glyph.readUInt16BE(10 + index * 2))
  const total = count === 0 ? 0 : ends.at(-1) + 1
  let at = 12 + count * 2 + glyph.readUInt16BE(10 + count * 2)
  const flags = []
  while (flags.length < total) {
    const flag = glyph[at++]
    const repeats = flag & 8 ? glyph[at++] : 0
    for (let n = 0; n <= repeats; n++) flags.push(flag)
  }
  const axis = (short, same) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? glyph[at++] : -glyph[at++]
      else if (!(flag & same)) {
        value += glyph.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = axis(2, 16)
  const ys = axis(4, 32)
  const points = flags.map((flag, index) => ({ x: xs[index], y: ys[index], on: (flag & 1) === 1 }))
  return ends.map((end, index) => points.slice(index === 0 ? 0 : ends[index - 1] + 1, end + 1))
}

/** Accents on letters: parts that are moved, not turned. */
function composite(glyph, contoursOf) {
  const contours = []
  for (let at = 10, more = true; more; ) {
    const flags = glyph.readUInt16BE(at)
    const [dx, dy] =
      flags & 1
        ? [glyph.readInt16BE(at + 4), glyph.readInt16BE(at + 6)]
        : [glyph.readInt8(at + 4), glyph.readInt8(at + 5)]
    const part = contoursOf(glyph.readUInt16BE(at + 2))
    contours.push(...part.map((points) => points.map(({ x, y, on }) => ({ x: x + dx, y: y + dy, on }))))
    at += flags & 1 ? 8 : 6
    at += flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    more = (flags & 0x20) !== 0
  }
  return contours
}
