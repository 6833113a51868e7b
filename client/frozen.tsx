// Markup that is the same on many pages: the server makes its HTML once and keeps it, a browser sees the components.
import { createContext, type HTMLAttributes, type ReactNode, useContext } from 'react'
import { type Site, useSite } from './site.tsx'

/** What kept HTML was made from, by identity: content that was read once is the same object on every page it is on. */
export type Source = { of: object; beside?: unknown }
/** The HTML of `content` for this site, from an earlier page where `name` and the source are the same. */
export type Freeze = (name: string, source: Source, content: ReactNode, site: Site) => string

export type Keeper = {
  html: Freeze
  /** Content as JSON for a script element. */
  json: (content: unknown) => string
}
export const KeeperContext = createContext<Keeper | undefined>(undefined)

type Props = HTMLAttributes<HTMLElement> & {
  as: 'div' | 'footer' | 'head' | 'header' | 'nav' | 'section' | 'ul'
  /** Tells apart whatever looks different: with language and source it says all that the HTML depends on. */
  name: string
  /** Content that it shows; configuration and menu where it shows none. */
  of?: object | undefined
  /** What else it shows. */
  beside?: object
  children: ReactNode
}

export function Frozen({ as: Element, name, of, beside, children, ...attributes }: Props) {
  const keeper = useContext(KeeperContext)
  const site = useSite()
  if (!keeper) return <Element {...attributes}>{children}</Element>
  const source = of ? { of, beside } : { of: site.base.menu, beside: site.base.config }
  const html = keeper.html(`${name} ${site.locale}`, source, children, site)
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}
