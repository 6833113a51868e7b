// Files of a pulled folder that several servers share: public items and the files of the site. Drafts are not among them.
import { locales } from '../../../shared/constants.ts'
import type { PulledFolder } from './folder.ts'
import { factsIn, fieldsIn } from './item-file.ts'
import { stateFile } from './state.ts'
import type { ItemWriter } from './write-items.ts'

/** What is read from Redis is written to no other file. */
const copied = new RegExp(`^(?:[a-z][a-z0-9-]*/\\d+\\.(?:${locales.join('|')})\\.md|[a-z]+\\.yaml)$`)

export const isCopied = (file: string): boolean => copied.test(file)

export function createCopiedFiles(folder: PulledFolder, items: Pick<ItemWriter, 'learn'>) {
  /** A draft stays where the copy has no public version. */
  async function apply(file: string, text: string | undefined): Promise<void> {
    if (file !== stateFile && !isCopied(file)) return
    if (text === undefined) {
      if ((await read(file)) !== undefined) await folder.remove(file)
    } else if (!file.endsWith('.md')) await folder.write(file, text)
    else if (isPublicItem(file, text)) items.learn(file, await folder.writeItem(file, fieldsIn(text), text))
  }

  async function read(file: string): Promise<string | undefined> {
    const text = await folder.read(file)
    if (text === undefined || file === stateFile) return text
    return isCopied(file) && (!file.endsWith('.md') || isPublicItem(file, text)) ? text : undefined
  }

  return { apply, read }
}

/** Whether the item is no draft, and written by this program. */
function isPublicItem(file: string, text: string): boolean {
  try {
    const { draft } = fieldsIn(text)
    return (draft === undefined || draft === false) && factsIn(file, text).entry !== ''
  } catch {
    return false
  }
}
