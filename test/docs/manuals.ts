// The manuals of the content folder, of which the English and the Chinese one say the same.
import type { Locale } from '../../shared/locale.ts'
import type { Files } from '../content/world.ts'
import { namedExamples, readDocument } from './document-parts.ts'

const files: Record<Locale, string> = {
  en: 'server/content/README.md',
  zh: 'server/content/README.zh.md',
}

export function readManual(locale: Locale): string {
  return readDocument(files[locale])
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const pdfBytes = 48_213

/** The content folder that the examples make, with a file for each media URL in it. */
export function exampleFiles(locale: Locale): Files {
  const examples = namedExamples(readManual(locale))
  const text = Object.values(examples).join()
  const names = [...text.matchAll(/\/(media\/[\w/.-]+\.(?:svg|pdf))\b/g)].map(([, name]) => name!)
  const content = (name: string) => (name.endsWith('.pdf') ? Buffer.alloc(pdfBytes) : drawing)
  return { ...Object.fromEntries(names.map((name) => [name, content(name)])), ...examples }
}
