// new: writes a content folder to start from.
import { cp, mkdir, readdir } from 'node:fs/promises'
import { type Command, commandError, contentFolder, exitCodes, folderArgs } from './command.ts'

export const usage = `npm run new -- DIR [--lang zh]
node dist/server/main.js new DIR [--lang zh]

  Writes a small content folder in Chinese and English, with comments, to replace its texts by your own.
  DIR must not exist or be empty: nothing is overwritten.
  --lang zh: prints in Chinese. 用中文提示。
  Exit codes: 0 written, 1 not written (with the reason), 64 wrong usage.
`

export const run: Command['run'] = async (args, { distDir, print }) => {
  const { folders, lang } = folderArgs(args, usage)
  const [folder, ...others] = folders
  if (!folder || others.length > 0) throw commandError(exitCodes.usage, usage)
  const { notWritten, full, nextSteps } = texts[lang]
  await writeStarter(contentFolder(distDir, 'starter'), folder, full).catch((error: Error) => {
    throw commandError(exitCodes.failed, notWritten(folder) + error.message)
  })
  const word = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`
  print(nextSteps(word))
}

async function writeStarter(starterDir: string, folder: string, full: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new Error(full)
  await cp(starterDir, folder, { recursive: true, force: false })
}

const texts = {
  en: {
    notWritten: (folder: string) => `${folder} was not written: `,
    full: 'it exists and is not empty',
    nextSteps: (word: string) => `${word} is written: a site in Chinese and English, with comments.

Next:
  CONTENT_DIR=${word} npm run dev       shows it at http://localhost:3000, and what you save
  npm run check-content -- ${word}      names every mistake
  CONTENT_DIR=${word} npm start         serves it

Start with brand.yaml and site.yaml. Every file and key: server/content/README.md
`,
  },
  zh: {
    notWritten: (folder: string) => `未写入 ${folder}：`,
    full: '文件夹已存在，且不是空的',
    nextSteps: (word: string) => `已写入 ${word}：一个中英双语网站，带注释。

接下来：
  CONTENT_DIR=${word} npm run dev                  在 http://localhost:3000 预览，保存后自动刷新
  npm run check-content -- ${word} --lang zh       列出全部错误
  CONTENT_DIR=${word} npm start                    正式运行

先改 brand.yaml 和 site.yaml。各文件和键的说明：server/content/README.zh.md
`,
  },
}
