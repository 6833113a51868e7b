// Stacks of the built server with the names and lines of source files, by the source maps beside the bundle.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'

/** Places in the code from which errors come; the maps are not kept. */
const mostPlaces = 2000
const place = /(file:\/\/\/(?:[A-Za-z]:)?[^\s():]+\.js):(\d+):(\d+)/g

/** `line` and `column` count from 1. */
type Frame = { text: string; file: string; line: number; column: number }
/** What is read of a source map (ECMA-426). */
type Mappings = { sources: string[]; mappings: string }

/**
 * `bundleDir`: the folder of the bundle. Frames of other files, and of a bundle without maps, stay as they are. Sources are
 * named by their paths below the project: `server/app.ts:20:5`.
 */
export function createSourceStack(bundleDir: string): (stack: string) => string {
  const known = new LRUCache<string, string>({ max: mostPlaces })
  const isUnknown = (frame: Frame) => dirname(frame.file) === bundleDir && !known.has(frame.text)
  const pathOf = (source: string) =>
    relative(join(bundleDir, '../..'), resolve(bundleDir, source)).replaceAll(sep, '/')

  return (stack) => {
    for (const [file, frames] of Map.groupBy(framesIn(stack).filter(isUnknown), (frame) => frame.file)) {
      for (const { text } of frames) known.set(text, text)
      for (const [text, { source, line, column }] of originsOf(readMap(file), frames))
        known.set(text, `${pathOf(source)}:${line}:${column}`)
    }
    return stack.replace(place, (text) => known.get(text) ?? text)
  }
}

function framesIn(stack: string): Frame[] {
  return [...stack.matchAll(place)].map(([text, url = '', line, column]) => ({
    text,
    file: fileURLToPath(url),
    line: Number(line),
    column: Number(column),
  }))
}

function readMap(file: string): Mappings {
  try {
    return JSON.parse(readFileSync(`${file}.map`, 'utf8')) as Mappings
  } catch {
    return { sources: [], mappings: '' }
  }
}

type Origin = { source: string; line: number; column: number }

/**
 * The origins of frames, by their texts. One pass over the mappings that keeps nothing of them: the SourceMap of node:module
 * takes 40 MB for the largest file.
 */
function originsOf({ sources, mappings }: Mappings, frames: Frame[]): Map<string, Origin> {
  const origins = new Map<string, Origin>()
  let inLine: Frame[] = []
  const onLine = (generatedLine: number) => {
    inLine = frames.filter((frame) => frame.line === generatedLine)
  }
  readMappings(mappings, onLine, (generated, source = 0, line = 0, column = 0) => {
    for (const { text, column: wanted } of inLine)
      if (generated < wanted)
        origins.set(text, { source: sources[source] ?? '', line: line + 1, column: column + 1 })
  })
  return origins
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sixBits = new Uint8Array(128)
for (const [value, digit] of [...digits].entries()) sixBits[digit.charCodeAt(0)] = value
const [comma, semicolon] = [','.charCodeAt(0), ';'.charCodeAt(0)]
/** A segment has its generated column, source, line and column. */
const fieldsWithSource = 4

/**
 * `onLine` gets the number of a line, from 1, before its segments; `onSegment` their fields, from 0. Fields are base64 VLQ: five
 * bits a digit, the sixth continues the number, the lowest bit of a number is its sign. Each is relative to the one before.
 */
function readMappings(
  text: string,
  onLine: (line: number) => void,
  onSegment: (...fields: number[]) => void,
) {
  const fields = [0, 0, 0, 0, 0]
  let [line, field, value, shift] = [1, 0, 0, 0]
  onLine(line)
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? semicolon : text.charCodeAt(at)
    if (code === comma || code === semicolon) {
      if (field >= fieldsWithSource) onSegment(...fields)
      field = 0
      if (code === comma) continue
      fields[0] = 0
      onLine(++line)
      continue
    }
    const bits = sixBits[code]!
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    fields[field] = fields[field]! + (value & 1 ? -(value >> 1) : value >> 1)
    field++
    value = 0
    shift = 0
  }
}
