// Markup that is the same on many pages: the server makes its HTML once and keeps it, a browser sees the components.
import { createContext, type HTMLAttributes, type ReactNode, useContext } from 'react'
import { type Site, useSite } from './site.tsx'

/** The HTML of `content` for this site, from an earlier page where `name` and the site's data are the same. */
export type Freeze = (name: string, content: ReactNode, site: Site) => string
export const FreezeContext = createContext<Freeze | undefined>(undefined)

type Props = HTMLAttributes<HTMLElement> & {
  as: 'nav' | 'footer'
  /** Tells apart whatever looks different: with language, configuration and menu it says all that the HTML depends on. */
  name: string
  children: ReactNode
}

export function Frozen({ as: Element, name, children, ...attributes }: Props) {
  const freeze = useContext(FreezeContext)
  const site = useSite()
  if (!freeze) return <Element {...attributes}>{children}</Element>
  const html = freeze(`${name} ${site.locale}`, children, site)
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
}
