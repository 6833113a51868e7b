// Values of site.yaml that the reading of the other files depends on: they are read before them.
import { join } from 'node:path'
import { parse } from 'yaml'
import { isNamed, readRegularFile } from './regular-file.ts'

export type RecordOf = (file: string) => Uint8Array | undefined

const file = 'site.yaml'

/**
 * The reader of site.yaml reports what is wrong with the file or the value. Where the file cannot be used (`read` returns
 * undefined), the value is that of the text in its record. `read` gets null for an empty file, and none for one that is not there.
 */
export function valueInSite<T>(
  folder: string,
  recordOf: RecordOf,
  read: (site: object | null) => T | undefined,
): T | undefined {
  const valueIn = (bytes: () => Uint8Array | undefined): T | undefined => {
    try {
      const site: unknown = parse(Buffer.from(bytes() ?? '[]').toString())
      return typeof site === 'object' && !Array.isArray(site) ? read(site) : undefined
    } catch {
      return undefined
    }
  }
  if (!isNamed(join(folder, file))) return read(null)
  return valueIn(() => readRegularFile(join(folder, file))) ?? valueIn(() => recordOf(file))
}
