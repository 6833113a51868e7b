// Front matter of each kind of content file, from the table of fields.
import { itemFields } from '../../../shared/content/fields.ts'
import { say } from '../../../shared/content/problem.ts'
import type { Content, Fields } from '../../../shared/content/reader.ts'
import type { ContentOf } from '../../../shared/content/values.ts'
import type { SectionKind } from '../../../shared/sections.ts'
import { fileReader } from './fields.ts'
import { visibilityKeyMeant } from './visibility.ts'

const { about, download, manual, summary, article } = itemFields
const articleFields = { ...summary, ...article }
export type ArticleFront = ContentOf<typeof articleFields, 'files'>

/** By the kind of their section: keys of other kinds are unknown. */
export const articleReaders = {
  news: front(articleFields, 'news'),
  product: front(articleFields, 'product'),
  article: front(articleFields, 'article'),
} satisfies Record<SectionKind, unknown>

export const readAboutFront = front(about)
export type AboutFront = Content<typeof readAboutFront>

export const readDownloadFront = front(download)
export type DownloadFront = Content<typeof readDownloadFront>

export const readManualFront = front(manual)
export type ManualFront = Content<typeof readManualFront>

/**
 * An unknown key that is one that hides an item elsewhere (`listed` of an about page), or nearly one, is an error, because the item
 * would be public without it.
 */
function front<const F extends Fields>(type: F, kind?: SectionKind) {
  return fileReader(
    { type },
    {
      kind,
      fatalOf: ({ field, isUnknown, message, zh }) => {
        if (!isUnknown || !visibilityKeyMeant(field)) return undefined
        const end = message.endsWith('?') ? '' : { problem: '.', zh: '。' }
        const problem = { problem: message, zh }
        return say('{problem}{end} The item is not public until this is corrected', { problem, end })
      },
    },
  )
}
