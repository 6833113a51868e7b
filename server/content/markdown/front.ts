// Front matter of each kind of content file, from the table of fields.
import { itemFields } from '../../../shared/content/fields.ts'
import { say } from '../../../shared/content/problem.ts'
import type { Fields, Reader } from '../../../shared/content/reader.ts'
import type { ContentOf } from '../../../shared/content/values.ts'
import type { SectionKind } from '../../../shared/sections.ts'
import { fileReader } from './fields.ts'
import { visibilityKeyMeant } from './visibility.ts'

const { about, download, manual, summary, article } = itemFields
const articleFields = { ...summary, ...article }
type FrontOf<F> = ContentOf<F, 'files'>
type Article = FrontOf<typeof articleFields>

/** Front matter of any kind of file. */
export type Front = Pick<Article, 'id' | 'title'> &
  Partial<Article & FrontOf<typeof about> & FrontOf<typeof download> & FrontOf<typeof manual>>

/** By the kind of their section, where keys of other kinds are unknown, or their folder. */
export const frontReaders: Record<string, Reader<Front>> = {
  news: front(articleFields, 'news'),
  product: front(articleFields, 'product'),
  article: front(articleFields, 'article'),
  about: front(about),
  download: front(download),
  manual: front(manual),
}

/**
 * An unknown key that is one that hides an item elsewhere (`listed` of an about page), or nearly one, is an error, because the item
 * would be public without it.
 */
function front<const F extends Fields>(type: F, kind?: SectionKind) {
  return fileReader(
    { type },
    {
      kind,
      fatalOf: ({ field, isUnknown, message, zh }) =>
        isUnknown && visibilityKeyMeant(field)
          ? say('the item is not public until this is corrected: {problem}', {
              problem: { problem: message, zh },
            })
          : undefined,
    },
  )
}
