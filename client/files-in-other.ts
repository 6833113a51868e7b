// An item in the other language: whether it exists, and of each of its files the one at its place there.
import type { Api } from '../shared/api/api.ts'
import type { Seo } from '../shared/content/content.ts'
import { apiError, found } from '../shared/errors.ts'
import { fileType } from '../shared/format.ts'
import type { InLanguages, Locale } from '../shared/locale.ts'
import type { Deferred } from '../shared/payload.ts'
import type { LoadContext } from './page.ts'

export type LinkedFile = {
  id?: number
  name: string
  language?: Locale | undefined
  url: string
  size?: number | undefined
}

/** By the address of the file. */
export type FilesInOther = Deferred<ReadonlyMap<string, LinkedFile>>

export type ItemInOther = { inOther: boolean | null; filesInOther: FilesInOther }

/** `lookUp`: of `item`. Files are looked up where one of the item names its language. */
export async function itemInOther<Item extends InLanguages & { seo?: Seo | undefined }>(
  { other, deferred, inOther }: LoadContext,
  item: Promise<Item | undefined>,
  lookUp: (api: Api) => Promise<Item | undefined>,
  listsOf: (item: Item) => LinkedFile[][],
): Promise<ItemInOther> {
  const isInOther = inOther(async (other) => {
    const found = await lookUp(other)
    if (!found) throw apiError('missing', 'not in this language')
    return found
  }, item)
  const findFiles = async () => {
    const own = await item.catch(() => undefined)
    const lists = own ? listsOf(own) : []
    const isNamed = lists.flat().some(({ language }) => language)
    const there = other && isNamed && (await isInOther) !== false ? await found(lookUp(other)) : undefined
    const others = there ? listsOf(there) : []
    return new Map(lists.flatMap((list, place) => pairsOf(list, others[place] ?? [])))
  }
  const filesInOther = deferred(findFiles())
  return { inOther: await isInOther, filesInOther }
}

/** Files with ids are paired by them. Lists of files without ids have the same files in the same order, or are other lists. */
function pairsOf(files: LinkedFile[], others: LinkedFile[]): [string, LinkedFile][] {
  const counterpart = ({ id, url }: LinkedFile, place: number) => {
    if (id !== undefined) return others.find((other) => other.id === id)
    const other = files.length === others.length ? others[place] : undefined
    return other && fileType(other.url) === fileType(url) ? other : undefined
  }
  return files.flatMap((file, place) => {
    const other = counterpart(file, place)
    const isOther = file.language && other?.language && other.language !== file.language && other.url !== ''
    return isOther ? [[file.url, other] as [string, LinkedFile]] : []
  })
}
