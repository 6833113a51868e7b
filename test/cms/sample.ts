// The sample content as plain items, to fill a content system with.
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { createMarkdown } from '../../server/sources/markdown/markdown.ts'
import { parseSource, splitFrontMatter, textOf } from '../../server/sources/markdown/source.ts'
import type { Locale } from '../../shared/locale.ts'
import { sampleFolder } from '../helpers/origin.ts'

/** `name` is common to both languages. `html` has addresses of the sample site. */
export type SampleItem = {
  kind: string
  name: string
  lang: Locale
  front: Record<string, unknown>
  html: string
  markdown: string
}

const kinds = ['news', 'product', 'service', 'solution', 'about', 'download', 'manual']

export async function sampleItems(): Promise<SampleItem[]> {
  const render = createMarkdown()
  const ofKinds = await Promise.all(
    kinds.map(async (kind) => {
      const names = (await readdir(join(sampleFolder, kind))).filter((name) => name.endsWith('.md')).sort()
      return Promise.all(names.map((name) => readItem(kind, name, render)))
    }),
  )
  return ofKinds.flat()
}

async function readItem(
  kind: string,
  file: string,
  render: ReturnType<typeof createMarkdown>,
): Promise<SampleItem> {
  const [, name = '', lang = ''] = /^(.+)\.(zh|en)\.md$/.exec(file) ?? []
  const text = textOf(await readFile(join(sampleFolder, kind, file)))
  const { yaml, body } = splitFrontMatter(withPictures(text))
  // The names and the front matter are those of the sample, which its own tests check.
  const front = parseSource(yaml).value as Record<string, unknown>
  return { kind, name, lang: lang as Locale, front, html: render(body).html, markdown: body }
}

const drawing = /(\/media\/images\/[\w-]+)\.svg\b/g
const pictureType = '.jpg'

/** Paths of drawings as `sampleFile` has them. */
export function withPictures(text: string): string {
  return text.replaceAll(drawing, `$1${pictureType}`)
}

/** A file by its path in an item. Drawings are JPEG here, of which every content system makes smaller copies. */
export async function sampleFile(path: string): Promise<Buffer | undefined> {
  const file = join(sampleFolder, path)
  const bytes = await readFile(file).catch(() => undefined)
  if (bytes || extname(path) !== pictureType) return bytes
  const source = await readFile(`${file.slice(0, -pictureType.length)}.svg`).catch(() => undefined)
  return source && sharp(source).flatten({ background: '#fff' }).jpeg().toBuffer()
}

/** All files, at their paths in items, below `folder`. */
export async function writeSampleFiles(folder: string): Promise<void> {
  await cp(join(sampleFolder, 'media'), join(folder, 'media'), { recursive: true })
  for (const name of await readdir(join(sampleFolder, 'media/images'))) {
    const path = withPictures(`/media/images/${name}`)
    const bytes = await sampleFile(path)
    if (bytes) await writeFile(join(folder, path), bytes)
  }
}

const itemLinks =
  /(?:href="|\]\()(?:\/(?:en|zh))?\/(?:(?:news|product|service|solution|about|manual)\/|download)(?:\d+\/)?(\d+)(?=["#)])/g

/** HTML or Markdown with other addresses of the sample's items: those that a system would have. */
export function withLinks(
  text: string,
  items: SampleItem[],
  addressOf: (item: SampleItem) => string,
): string {
  return text.replace(itemLinks, (whole, id: string) => {
    const item = items.find(({ front }) => front['id'] === Number(id))
    return item ? whole.slice(0, whole.indexOf('/')) + addressOf(item) : whole
  })
}
