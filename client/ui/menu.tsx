// Main menu from the route tree: a bar with panels on wide screens, a drawer on narrow ones, without script.
import type { ReactNode } from 'react'
import { type MenuNode, menuIn } from '../../shared/content/site.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { cachedFragment } from '../cached-fragment.tsx'
import { NavLink, noAddress } from '../router.ts'
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'
import { inLanguage, SiteLink, SiteLinks } from './site-link.tsx'

const drawerId = 'main-menu'

export function Menu({ menu, match }: { menu: MenuNode[]; match: RouteMatch | undefined }) {
  const { t } = useSite()
  const current = currentSection(menu, match)
  return (
    <MenuFragment
      as="nav"
      content={{ menu, current }}
      className="menu"
      data-menu
      aria-label={t('nav.label')}
    />
  )
}

/** The address of the section that a page belongs to. */
export function currentSection(menu: MenuNode[], match: RouteMatch | undefined): string | undefined {
  if (!match) return undefined
  const isAround = ({ path }: MenuNode) => match.path === path || match.path.startsWith(`${path}/`)
  const around = menu.filter(isAround)
  const [nearest] = around.sort((a, b) => b.path.length - a.path.length)
  // A section without an entry of its own, such as the manuals below the downloads.
  const parent = nearest ?? menu.find(({ children }) => children.some(isAround))
  return parent && inLanguage(parent.path, match)
}

type Content = { menu: MenuNode[]; current: string | undefined }

/** By the current section, never by the address of a visitor. */
const MenuFragment = cachedFragment('menu', MenuContent, ({ current }) => current ?? noAddress)

function MenuContent({ menu }: Content) {
  const { locale, t } = useSite()
  return (
    <>
      <button
        type="button"
        className="icon-button icon-menu menu-toggle"
        popoverTarget={drawerId}
        aria-label={t('nav.open')}
      />
      <div className="menu-panel" id={drawerId} popover="auto">
        <button
          type="button"
          className="icon-button icon-close menu-toggle menu-close"
          popoverTarget={drawerId}
          popoverTargetAction="hide"
          aria-label={t('nav.close')}
        />
        <ul className="menu-list">
          {menuIn(menu, locale).map((node) => (
            <MenuItem key={node.id} node={node} />
          ))}
        </ul>
      </div>
    </>
  )
}

function MenuItem({ node }: { node: MenuNode }) {
  const { locale, t } = useSite()
  const title = node.title[locale]
  const id = `site-menu-${node.id}`
  return (
    <li className="menu-item">
      <MenuLink to={node.path}>{title}</MenuLink>
      {node.children.length > 0 && (
        <>
          <button
            type="button"
            className="menu-more icon-down"
            popoverTarget={id}
            aria-label={t('nav.more', { title })}
          />
          <div className="panel menu-children" id={id} popover="auto">
            <div className="menu-about">
              {node.image && <Picture url={node.image} alt="" sizes="18rem" />}
              <p className="menu-title">{title}</p>
              {node.text && <p>{node.text[locale]}</p>}
            </div>
            <SiteLinks nodes={node.children} />
          </div>
        </>
      )}
    </li>
  )
}

/** A link to a page has `aria-current` in its section. */
function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const { language, sections } = useSite()
  const address = inLanguage(to, { ...language, sections })
  if (!address.startsWith('/')) return <SiteLink to={to}>{children}</SiteLink>
  return (
    <NavLink to={address} end={isHome(to)} className={noClass} discover="none">
      {children}
    </NavLink>
  )
}

const noClass = () => undefined
const isHome = (path: string) => path === '/'
