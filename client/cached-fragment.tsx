// Fragment cache: menu and footer, which every page has, rendered once and stored as HTML.
import {
  createContext,
  createElement,
  type FC,
  type HTMLAttributes,
  type ReactElement,
  useContext,
} from 'react'
import type { Base } from '../shared/payload.ts'
import { type Site, useSite } from './site.tsx'

/**
 * The content of a fragment besides the texts and settings of the site; nothing of a visitor. `current`: the address of the section that
 * the page belongs to.
 */
export type FragmentContent = Base & { current?: string | undefined }

/** The HTML of `view`, stored from an earlier page where `name`, content and site were the same. */
export type FragmentCache = (
  source: FragmentContent & { name: string; site: Site },
  view: ReactElement,
) => string

/** Fragments are ordinary components where there is none. */
export const FragmentCacheContext = createContext<FragmentCache | undefined>(undefined)

type Props = Omit<HTMLAttributes<HTMLElement>, 'content'> & {
  as: 'footer' | 'nav'
  content: FragmentContent
}

/** A component whose HTML is cached; define it at module level. `name` is unique. */
export function cachedFragment(name: string, View: FC<FragmentContent>): FC<Props> {
  return function CachedFragment({ as: Element, content, ...attributes }) {
    const cache = useContext(FragmentCacheContext)
    const site = useSite()
    const view = createElement(View, content)
    const html = cache?.({ name, site, ...content }, view)
    if (html === undefined) return <Element {...attributes}>{view}</Element>
    return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
  }
}
