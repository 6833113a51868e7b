// Stacks of the built server with the names and lines of source files, by the source maps beside the bundle.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'

/** Places in the code from which errors come. A map is 20 MB when it is read, so that it is not kept. */
const mostPlaces = 2000
const place = /(file:\/\/\/[^\s()]+\.js):(\d+):(\d+)/g

/**
 * `bundleDir`: the folder of the bundle. Frames of other files, and of a bundle without maps, stay as they are. Sources are
 * named by their paths below the project: `server/app.ts:20:5`.
 */
export function createSourceStack(bundleDir: string): (stack: string) => string {
  const known = new LRUCache<string, string>({ max: mostPlaces })
  const isOwn = (frame: Frame) => dirname(frame.file) === bundleDir

  const read = (frames: Frame[]) => {
    for (const [file, inFile] of Map.groupBy(frames, ({ file }) => file)) {
      const map = readMap(`${file}.map`)
      for (const { text, line, column } of inFile)
        known.set(text, (map && sourceOf(map, line, column)) ?? text)
    }
  }

  return (stack) => {
    const unknown = framesIn(stack).filter((frame) => isOwn(frame) && !known.has(frame.text))
    if (unknown.length > 0) read(unknown)
    return stack.replace(place, (text) => known.get(text) ?? text)
  }

  /** Undefined for what the bundler added. */
  function sourceOf(map: SourceMap, line: number, column: number): string | undefined {
    const origin = map.findOrigin(line, column)
    if (!('fileName' in origin)) return undefined
    const path = relative(join(bundleDir, '../..'), resolve(bundleDir, origin.fileName))
    return `${path.replaceAll(sep, '/')}:${origin.lineNumber}:${origin.columnNumber}`
  }
}

type Frame = { text: string; file: string; line: number; column: number }

function framesIn(stack: string): Frame[] {
  return [...stack.matchAll(place)].map(([text, url = '', line, column]) => ({
    ...{ text, file: fileURLToPath(url) },
    ...{ line: Number(line), column: Number(column) },
  }))
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
