// Main menu from the route tree: a bar with panels on wide screens, a drawer on narrow ones, without script.
import type { MenuNode } from '../../shared/content/site.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { cachedFragment } from '../cached-fragment.tsx'
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'
import { SiteLink, SiteLinks } from './site-link.tsx'

const drawerId = 'main-menu'

/** The key resets open panels on navigation. */
export function Menu({ menu, match }: { menu: MenuNode[]; match: RouteMatch | undefined }) {
  const { t } = useSite()
  const current = match && sectionOf(menu, match)
  return (
    <MenuFragment
      key={match?.path}
      as="nav"
      content={{ menu, current }}
      className="menu"
      data-menu
      aria-label={t('nav.label')}
    />
  )
}

/** The path of the section that a page belongs to. */
function sectionOf(menu: MenuNode[], match: RouteMatch): string | undefined {
  const around = menu.filter(({ path }) => match.path === path || match.path.startsWith(`${path}/`))
  return around.sort((a, b) => b.path.length - a.path.length)[0]?.path
}

type Content = { menu: MenuNode[]; current: string | undefined }

const MenuFragment = cachedFragment('menu', MenuContent)

function MenuContent({ menu, current }: Content) {
  const { t } = useSite()
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
          {menu.map((node) => (
            <MenuItem key={node.id} node={node} isCurrent={node.path === current} />
          ))}
        </ul>
      </div>
    </>
  )
}

function MenuItem({ node, isCurrent }: { node: MenuNode; isCurrent: boolean }) {
  const { locale, t } = useSite()
  const title = node.title[locale]
  const id = `site-menu-${node.id}`
  return (
    <li className="menu-item">
      <SiteLink to={node.path} aria-current={isCurrent ? 'page' : undefined}>
        {title}
      </SiteLink>
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
