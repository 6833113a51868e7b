// What the scripts that fill content systems share: uploads of the sample's files, base configuration, paths of the menu.
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { parseSource } from '../../server/sources/markdown/source.ts'
import { objectOf } from '../../server/sources/systems/values.ts'
import type { Locale } from '../../shared/locale.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { sampleFile, withPictures } from './sample.ts'

/** Names of the types by kind; news have another name in each system. */
export const usualTypes: Record<string, string> = {
  product: 'products',
  service: 'services',
  solution: 'solutions',
  about: 'pages',
  download: 'downloads',
  manual: 'manuals',
}

export type SampleFile = { name: string; type: string; bytes: Buffer; alt: string }

/** Sends each file once; undefined for what is no file of the sample. */
export function createUpload<T>(send: (file: SampleFile) => Promise<T>) {
  const known = new Map<string, Promise<T | undefined>>()
  const read = async (path: string, alt: unknown): Promise<T | undefined> => {
    const bytes = await sampleFile(path)
    const type = mediaTypes[extname(path)] ?? 'application/octet-stream'
    return bytes && send({ name: basename(path), type, bytes, alt: String(alt ?? '') })
  }
  return async (path: unknown, alt?: unknown): Promise<T | undefined> => {
    if (typeof path !== 'string') return undefined
    const found = known.get(path) ?? read(path, alt)
    known.set(path, found)
    return found
  }
}

const mediaTypes: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.json': 'application/json',
  '.zip': 'application/zip',
}

/** A YAML file of the sample, which the sample's own tests check. */
export async function sampleYaml(name: string): Promise<Record<string, Record<string, unknown>>> {
  const text = withPictures(await readFile(join(sampleFolder, name), 'utf8'))
  return parseSource(text).value as Record<string, Record<string, unknown>>
}

/** The values of site.yaml in one language. */
export function siteWords(
  site: Record<string, unknown> | undefined,
  locale: Locale,
): Record<string, unknown> {
  const { description, company, slogan, phone, email, address, hours } = objectOf(site?.[locale])
  const title = locale === 'zh' ? '汀澜仪表' : 'Tinglan Instruments'
  return { title, description, company, slogan, phone, email, address, hours }
}

/** The section: entries have other numbers. */
export function withoutNumber(path: unknown): string {
  return String(path)
    .replace(/#.*$/, '')
    .replace(/(?:\/\d+|(?<=download)\d+)$/, '')
    .replace(/^\/manual$/, '/product')
}
