// brand.yaml beside an upstream: the only content file of that folder. Read on a worker thread.
import { join } from 'node:path'
import { defaultFacts } from '../../shared/site-facts.ts'
import { createParseBytes, digestOf, type ParsedFile } from '../sources/markdown/parse-file.ts'
import { type ContentProblem, type Fault, isFileFault } from '../sources/markdown/problem.ts'
import { isNamed, readRegularFile } from '../sources/markdown/regular-file.ts'
import { type SiteFiles, siteFileOf } from '../sources/markdown/site-files.ts'
import { mediaPrefix } from './media-file.ts'
import { openRecords, type Records } from './records.ts'

export type BrandOptions = { folder: string; recordsFile: string }
/** `media`: the URLs of the media files that it names. `recordsProblem`: why no text is kept. */
export type BrandReading = {
  brand: Partial<SiteFiles['brand']>
  media: string[]
  problems: ContentProblem[]
  recordsProblem: string | undefined
}

const file = siteFileOf('brand')

/** No file is no brand; of one that cannot be used the last valid text counts. */
export function readBrandFile({ folder, recordsFile }: BrandOptions): BrandReading {
  const records = openRecords(recordsFile, folder)
  try {
    const reading = isNamed(join(folder, file)) ? readPresent(folder, records) : readAbsent(records)
    return { ...reading, recordsProblem: records.problem()?.message }
  } finally {
    records.close()
  }
}

type Found = Omit<BrandReading, 'recordsProblem'>

function readAbsent(records: Records): Found {
  if (records.known.has(file)) records.update({ texts: [], removed: [file] })
  return { brand: {}, media: [], problems: [] }
}

function readPresent(folder: string, records: Records): Found {
  const parse = createParseBytes({ ...defaultFacts, richText: { imageHosts: [] } })
  const { bytes, parsed } = readParsed(join(folder, file), parse)
  if (bytes && parsed.content !== undefined) {
    const digest = digestOf(bytes)
    if (records.known.get(file)?.digest !== digest)
      records.update({ texts: [{ file, bytes, digest, number: undefined, sign: undefined }], removed: [] })
    return foundIn(parsed, parsed.faults)
  }
  const text = records.read(file)
  const last = text && parse(file, text)
  if (last?.content === undefined) return foundIn(parsed, parsed.faults)
  return foundIn(
    last,
    parsed.faults.map((fault): Fault => (fault.effect === 'left out' ? { ...fault, effect: 'kept' } : fault)),
  )
}

type Parse = ReturnType<typeof createParseBytes>

function readParsed(path: string, parse: Parse): { bytes: Uint8Array | undefined; parsed: ParsedFile } {
  try {
    const bytes = readRegularFile(path)
    return { bytes, parsed: parse(file, bytes) }
  } catch (error) {
    if (!isFileFault(error)) throw error
    const fault: Fault = { line: error.line, problem: error.message, zh: error.zh, effect: 'left out' }
    return {
      bytes: undefined,
      parsed: { content: undefined, faults: [fault], urls: [], lines: {}, visibility: {} },
    }
  }
}

function foundIn({ content, urls }: ParsedFile, faults: Fault[]): Found {
  return {
    // The reader of the brand has parsed it.
    brand: (content ?? {}) as Partial<SiteFiles['brand']>,
    media:
      content === undefined ? [] : urls.map(({ url }) => url).filter((url) => url.startsWith(mediaPrefix)),
    problems: faults.map((fault) => ({ file, ...fault })),
  }
}
