// Files in the other language: of each file of an item, the one at its place in the other language.
import type { Api } from '../shared/api/api.ts'
import { fileType } from '../shared/format.ts'
import type { Locale } from '../shared/locale.ts'
import type { Deferred } from '../shared/payload.ts'
import type { LoadContext } from './load-context.ts'

export type LinkedFile = {
  id?: number
  name: string
  language?: Locale | undefined
  url: string
  size?: number | undefined
}

/** By the address of the file. */
export type FilesInOther = Deferred<ReadonlyMap<string, LinkedFile>>

type Options<Item> = {
  item: Promise<Item>
  isInOther: Promise<boolean | null>
  lookUp: (api: Api) => Promise<Item | undefined>
  listsOf: (item: Item) => LinkedFile[][]
}

/** Where no file names its language, nothing is looked up. */
export function filesInOther<Item>({ other, deferred }: LoadContext, options: Options<Item>): FilesInOther {
  const { item, isInOther, lookUp, listsOf } = options
  const find = async () => {
    const lists = await item.then(listsOf, () => [])
    const named = lists.flat().some(({ language }) => language)
    const found = other && named && (await isInOther) !== false ? await lookUp(other) : undefined
    const others = found ? listsOf(found) : []
    return new Map(lists.flatMap((list, place) => pairsOf(list, others[place] ?? [])))
  }
  return deferred(find())
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
