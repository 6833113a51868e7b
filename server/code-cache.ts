// The bundle with what V8 compiled of it in an earlier run: less than half of the time until the server listens.
import { isAscii } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Takes what CommonJS gives a module. */
export type RunBundle = (
  exports: object,
  require: NodeJS.Require,
  module: object,
  file: string,
  folder: string,
) => void

const checksumBytes = 4
export const cacheFileOf = (file: string) => `${file}.cache`

/** `cachedDataRejected` of the script is false where the cache was used. Throws where `file` cannot be read. */
export function compileBundle(file: string): Script {
  const source = readFileSync(file)
  return new Script(source.toString(isAscii(source) ? 'latin1' : 'utf8'), {
    filename: file,
    cachedData: readCodeCache(cacheFileOf(file), source),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
}

/** The contents of the cache's file, best after the script has run: functions are compiled when they are first called. */
export function codeCacheOf(script: Script, file: string): Buffer {
  const data = script.createCachedData()
  const checksum = Buffer.alloc(checksumBytes)
  checksum.writeUInt32LE(checksumOf(readFileSync(file), data))
  return Buffer.concat([checksum, data])
}

/**
 * Undefined where there is none for this source. V8 itself refuses what another version or other flags have made, but
 * of the source it knows the length only, and damaged data end the process.
 */
function readCodeCache(file: string, source: Buffer): Buffer | undefined {
  try {
    const contents = readFileSync(file)
    const data = contents.subarray(checksumBytes)
    return contents.readUInt32LE() === checksumOf(source, data) ? data : undefined
  } catch {
    return undefined
  }
}

function checksumOf(source: Buffer, data: Buffer): number {
  return crc32(data, crc32(source))
}
