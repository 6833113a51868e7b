// new: writes a content folder to start from.
import { cp, mkdir, readdir } from 'node:fs/promises'
import type { Locale } from '../../shared/locale.ts'
import { type Command, exitCodes, folderArgs } from './command.ts'

export const usage = `npm run new -- DIR [--lang zh]
node dist/server/main.js new DIR [--lang zh]

  Writes a small content folder in Chinese and English, with comments, to replace its texts by your own.
  DIR must not exist or be empty: nothing is overwritten.
  --lang zh: prints in Chinese. 用中文提示。
  Exit codes: 0 written, 1 not written (with the reason), 64 wrong usage.
`

export const run: Command['run'] = async (args, { starterDir }) => {
  const asked = folderArgs(args)
  const [folder, ...others] = asked?.folders ?? []
  if (!asked || !folder || others.length > 0) {
    process.stderr.write(usage)
    return exitCodes.usage
  }
  const { notWritten, full, nextSteps } = texts[asked.lang]
  try {
    await writeStarter(starterDir, folder, full)
  } catch (error) {
    process.stderr.write(`${notWritten(folder)}${(error as Error).message}\n`)
    return exitCodes.failed
  }
  process.stdout.write(nextSteps(folder, inShell(folder)))
  return exitCodes.done
}

async function writeStarter(starterDir: string, folder: string, full: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new Error(full)
  await cp(starterDir, folder, { recursive: true, force: false })
}

function inShell(folder: string): string {
  return /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`
}

type Texts = {
  notWritten: (folder: string) => string
  full: string
  /** `word`: the folder as a word of a shell. */
  nextSteps: (folder: string, word: string) => string
}

const texts: Record<Locale, Texts> = {
  en: {
    notWritten: (folder) => `${folder} was not written: `,
    full: 'it exists and is not empty',
    nextSteps: (folder, word) => `${folder} is written: a site in Chinese and English, with comments.

Next:
  CONTENT_DIR=${word} npm run dev       shows it at http://localhost:3000, changes after a reload
  npm run check-content -- ${word}      names every mistake
  CONTENT_DIR=${word} npm start         serves it

Start with brand.yaml and site.yaml. Every file and key: server/content/README.md
`,
  },
  zh: {
    notWritten: (folder) => `未写入 ${folder}：`,
    full: '文件夹已存在，且不是空的',
    nextSteps: (folder, word) => `已写入 ${folder}：一个中英双语网站，带注释。

接下来：
  CONTENT_DIR=${word} npm run dev                  在 http://localhost:3000 预览，刷新后看到修改
  npm run check-content -- ${word} --lang zh       列出全部错误
  CONTENT_DIR=${word} npm start                    正式运行

先改 brand.yaml 和 site.yaml。各文件和键的说明：server/content/README.zh.md
`,
  },
}
