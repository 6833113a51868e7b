// check-content: names every mistake in a content folder.
import { resolve } from 'node:path'
import type { Locale } from '../../shared/locale.ts'
import type { ContentFault } from '../base/content-source.ts'
import { siteFileOf } from '../content/markdown/site-files.ts'
import { openTemporaryPlace } from '../content/store/content-index.ts'
import { createContentReader } from '../content/store/content-reader.ts'
import { type Command, commandError, contentFolder, exitCodes, folderArgs } from './command.ts'

export const usage = `npm run check-content -- [DIR] [--lang zh]
node dist/server/main.js check-content [DIR] [--lang zh]

  Names every mistake in a content folder: file, line and what is wrong. Default: CONTENT_DIR.
  --lang zh: in Chinese. 用中文列出错误。
  Exit codes: 0 no mistake, 1 mistakes or a folder that cannot be read, 64 wrong usage.
`

export const run: Command['run'] = async (args, { env, distDir, print }) => {
  const { folders, lang } = folderArgs(args, usage)
  const [given = env['CONTENT_DIR']?.trim() || contentFolder(distDir, 'sample'), ...others] = folders
  if (given === '' || others.length > 0) throw commandError(exitCodes.usage, usage)
  const folder = resolve(given)
  const problems = await problemsOf(folder, distDir).catch((error: Error) => {
    throw commandError(exitCodes.failed, texts[lang].unreadable(folder) + error.message)
  })
  print(reportOf(folder, problems, lang))
  return problems.length > 0 ? exitCodes.failed : undefined
}

async function problemsOf(folder: string, distDir: string): Promise<ContentFault[]> {
  const place = await openTemporaryPlace()
  const reader = createContentReader(distDir)
  // The hosts of pictures do not affect what is reported.
  const options = { folder, at: Date.now(), showsDrafts: false, richText: { imageHosts: [] } }
  try {
    const { reading } = await reader.read({ ...options, indexFile: place.file })
    return reading?.problems ?? []
  } finally {
    await reader.close()
    place.close()
  }
}

const texts = {
  en: {
    unreadable: (folder: string) => `${folder} cannot be read: `,
    none: (folder: string) => `${folder}: no mistakes`,
    some: (count: number, folder: string) =>
      `${count === 1 ? '1 mistake' : `${count} mistakes`} in ${folder}`,
    others: (file: string) =>
      `Everything else is checked when ${file}, which has the languages and sections, can be used.`,
  },
  zh: {
    unreadable: (folder: string) => `无法读取 ${folder}：`,
    none: (folder: string) => `${folder}：没有错误`,
    some: (count: number, folder: string) => `${folder} 中有 ${count} 个错误`,
    others: (file: string) => `${file} 决定语言和栏目：改正之后才检查其他内容。`,
  },
}

function reportOf(folder: string, found: ContentFault[], lang: Locale): string {
  const { none, some, others } = texts[lang]
  if (found.length === 0) return `${none(folder)}\n`
  const unusable = found.filter(({ file, effect }) => file === siteFileOf('site') && effect === 'left out')
  const problems = unusable.length > 0 ? unusable : found
  const lines = problems
    .toSorted((a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.problem, b.problem))
    // A file can contain control characters, which a terminal would obey.
    .map(({ zh, ...one }) =>
      `${one.file}:${one.line} ${lang === 'zh' ? zh : one.problem}`.replace(/\p{Cc}/gu, ' '),
    )
  const rest = unusable.length > 0 ? `${others(siteFileOf('site'))}\n` : ''
  return `${lines.join('\n')}\n${some(problems.length, folder)}\n${rest}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
