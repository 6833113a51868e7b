// The content folder that the examples of server/sources/markdown/README.md make, with a file for each media URL in it.
import type { Files } from '../content/world.ts'
import { namedExamples, readDocument } from './document-parts.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const pdfBytes = 48_213

export function exampleFiles(): Files {
  const examples = namedExamples(readDocument('server/sources/markdown/README.md'))
  const text = Object.values(examples).join()
  const names = [...text.matchAll(/\/(media\/[\w/.-]+\.(?:svg|pdf))\b/g)].map(([, name]) => name!)
  const content = (name: string) => (name.endsWith('.pdf') ? Buffer.alloc(pdfBytes) : drawing)
  return { ...Object.fromEntries(names.map((name) => [name, content(name)])), ...examples }
}
