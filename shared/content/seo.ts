// What an item says for search engines and shared links, instead of what its page says itself.
import { type Content, flag, object, optional, orMissing, text, url } from './reader.ts'

export const seo = orMissing(
  optional(
    object({
      title: optional(text),
      description: optional(text),
      image: optional(url),
      noindex: optional(flag),
    }),
  ),
)
export type Seo = NonNullable<Content<typeof seo>>
