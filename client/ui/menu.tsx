// Main menu from the route tree: a bar with panels on wide screens; on narrow ones a sheet with search, rows that open in
// place, and contact. Both work without script.
import type { ReactNode } from 'react'
import { siteBaseOf } from '../../shared/brand.ts'
import { type MenuNode, menuIn } from '../../shared/content/site.ts'
import { href, searchAction, telHref } from '../../shared/href.ts'
import type { Base } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { cachedFragment, type FragmentContent } from '../cached-fragment.tsx'
import { NavLink } from '../router.ts'
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'
import { SearchForm } from './search-form.tsx'
import { inLanguage, SiteLink, SiteLinks } from './site-link.tsx'

const sheetId = 'main-menu'

export function Menu({ base, match }: { base: Base; match: RouteMatch | undefined }) {
  const { t } = useSite()
  const { config, menu } = base
  const current = currentSection(menu, match)
  return (
    <MenuFragment
      as="nav"
      content={{ config, menu, current }}
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

const MenuFragment = cachedFragment('menu', MenuContent)

function MenuContent({ config, menu, current }: FragmentContent) {
  const { locale, language, t } = useSite()
  return (
    <>
      <button
        type="button"
        className="icon-button icon-menu menu-toggle"
        popoverTarget={sheetId}
        aria-label={t('nav.open')}
      />
      <div className="menu-panel" id={sheetId} popover="auto">
        <button
          type="button"
          className="icon-button icon-close menu-toggle menu-close"
          popoverTarget={sheetId}
          popoverTargetAction="hide"
          aria-label={t('nav.close')}
        />
        <div className="menu-search">
          <SearchForm
            action={searchAction(language)}
            label={t('search.label')}
            fieldId="menu-search-field"
            suggests
          />
        </div>
        <ul className="menu-list">
          {menuIn(menu, locale).map((node) => (
            <MenuItem key={node.id} node={node} current={current} />
          ))}
        </ul>
        <MenuContact config={config} />
      </div>
    </>
  )
}

function MenuItem({ node, current }: { node: MenuNode; current: string | undefined }) {
  const { locale, language, sections, t } = useSite()
  const title = node.title[locale]
  const more = t('nav.more', { title })
  const id = `site-menu-${node.id}`
  return (
    <li className="menu-item">
      <MenuLink to={node.path}>{title}</MenuLink>
      {node.children.length > 0 && (
        <>
          {/* The button of the row in the sheet; that of the bar follows. Both open the panel below. */}
          <details name="site-menu" open={inLanguage(node.path, { ...language, sections }) === current}>
            <summary className="menu-more icon-down" aria-label={more} />
          </details>
          <button type="button" popoverTarget={id} className="menu-more icon-down" aria-label={more} />
          <div className="panel menu-children" id={id} popover="auto">
            <MenuPanel node={node} />
          </div>
        </>
      )}
    </li>
  )
}

function MenuPanel({ node }: { node: MenuNode }) {
  const { locale } = useSite()
  const hasDrawings = node.children.some(({ image }) => image)
  return (
    <>
      <div className="menu-about">
        {node.image && !hasDrawings && <Picture url={node.image} alt="" sizes="18rem" />}
        <p className="menu-title">{node.title[locale]}</p>
        {node.text && <p>{node.text[locale]}</p>}
      </div>
      <ul>
        {node.children.map(({ id, path, title, image, children }) => (
          <li key={id}>
            <SiteLink to={path}>
              {image && <Picture url={image} alt="" sizes="12rem" />}
              {title[locale]}
            </SiteLink>
            {children.length > 0 && <SiteLinks nodes={children} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The end of the sheet. */
function MenuContact({ config }: Pick<Base, 'config'>) {
  const { locale, language, t } = useSite()
  const phone = siteBaseOf(config, locale)?.phone
  return (
    <p className="menu-contact">
      <a className="button" href={href('contact', {}, language)}>
        {t('home.contact')}
      </a>
      {phone && <a href={telHref(phone)}>{phone}</a>}
    </p>
  )
}

/** A link to a page has `aria-current` in its section. */
function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const { language, sections } = useSite()
  const address = inLanguage(to, { ...language, sections })
  if (!address.startsWith('/')) return <SiteLink to={to}>{children}</SiteLink>
  return (
    <NavLink to={address} end className={noClass} discover="none">
      {children}
    </NavLink>
  )
}

const noClass = () => undefined
