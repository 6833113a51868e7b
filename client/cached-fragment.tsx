// Fragment cache: markup shared by many pages, rendered once and stored as HTML.
import {
  createContext,
  createElement,
  type FC,
  type HTMLAttributes,
  type ReactElement,
  useContext,
} from 'react'
import type { FormState } from '../shared/form.ts'
import type { PageQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import { type PageRequest, type Site, useSite } from './site.tsx'

/** What the HTML of a fragment depends on, besides the build. `address`: of its router, made of the content. */
type FragmentSource = { name: string; site: Site; content: object; address: string }

/** The HTML of `fragment`, stored from an earlier page where the source was the same. */
export type FragmentCache = (source: FragmentSource, fragment: ReactElement) => string

/** Without it, fragments are ordinary components. */
export const FragmentCacheContext = createContext<FragmentCache | undefined>(undefined)

type PartOfRequest = PageRequest | RouteMatch | PageQuery | FormState

/** The names of props that hold values of a request. */
type NamesOfRequest<Content> = {
  [Name in keyof Content]-?: NonNullable<Content[Name]> extends PartOfRequest ? Name : never
}[keyof Content]

/** Makes a component that takes such props a compile error. */
type WithoutRequest<Content> = [NamesOfRequest<Content>] extends [never]
  ? unknown
  : { 'a cached fragment must not take': NamesOfRequest<Content> }

type Props<Content> = Omit<HTMLAttributes<HTMLElement>, 'content'> & {
  as: 'div' | 'footer' | 'nav' | 'section' | 'ul'
  /** All inputs of the fragment, part of its key: JSON values, which are compared as JSON. */
  content: Content
}

/**
 * A component whose HTML is cached; define it at module level. `View` reads only `content` and `useSite`, which hold no query,
 * form or request; a router hook gives it `addressOf(content)`, never the address of a visitor. `name` is unique.
 */
export function cachedFragment<Content extends object>(
  name: string,
  View: FC<Content> & WithoutRequest<Content>,
  addressOf: (content: Content) => string = () => '/',
): FC<Props<Content>> {
  return function CachedFragment({ as: Element, content, ...attributes }) {
    const cache = useContext(FragmentCacheContext)
    const site = useSite()
    const fragment = createElement<Content>(View, content)
    const html = cache?.({ name, site, content, address: addressOf(content) }, fragment)
    if (html === undefined) return <Element {...attributes}>{fragment}</Element>
    return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
  }
}
