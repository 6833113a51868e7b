// The sample content as plain items, to fill a content system with.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMarkdown } from '../../server/content/markdown.ts'
import { parseSource, splitFrontMatter, textOf } from '../../server/content/source.ts'
import type { Locale } from '../../shared/locale.ts'
import { sampleFolder } from '../helpers/origin.ts'

/** `name` is common to both languages. `html` has addresses of the sample site. */
export type SampleItem = {
  kind: string
  name: string
  lang: Locale
  front: Record<string, unknown>
  html: string
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
  const { yaml, body } = splitFrontMatter(textOf(await readFile(join(sampleFolder, kind, file))))
  // The names and the front matter are those of the sample, which its own tests check.
  const front = parseSource(yaml).value as Record<string, unknown>
  return { kind, name, lang: lang as Locale, front, html: render(body).html }
}
