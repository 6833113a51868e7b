// The main menu from the route tree: a bar with panels on wide screens, a drawer on narrow ones; both without script.
import type { MenuNode } from '../../shared/content/content.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { Frozen } from '../frozen.tsx'
import { useSite } from '../site.tsx'
import { SiteLink } from './site-link.tsx'

const drawerId = 'main-menu'

export function Menu() {
  const { base, match, t } = useSite()
  const current = base.menu.filter((node) => isIn(node, match)).map(({ id }) => id)
  return (
    <Frozen as="nav" name={`menu ${current}`} className="menu" data-menu aria-label={t('nav.label')}>
      <MenuContent />
    </Frozen>
  )
}

/** The part of the site that a page belongs to. */
function isIn({ path }: MenuNode, match: RouteMatch | undefined): boolean {
  return match !== undefined && (match.path === path || match.path.startsWith(`${path}/`))
}

/** The keys close whatever is open when another page is shown. */
function MenuContent() {
  const { base, match, t } = useSite()
  return (
    <>
      <button
        type="button"
        className="icon-button icon-menu menu-toggle"
        popoverTarget={drawerId}
        aria-label={t('nav.open')}
      />
      <div key={match?.path} className="menu-panel" id={drawerId} popover="auto">
        <button
          type="button"
          className="icon-button icon-close menu-toggle menu-close"
          popoverTarget={drawerId}
          popoverTargetAction="hide"
          aria-label={t('nav.close')}
        />
        <ul className="menu-list">
          {base.menu.map((node) => (
            <MenuItem key={node.id} node={node} />
          ))}
        </ul>
      </div>
    </>
  )
}

function MenuItem({ node }: { node: MenuNode }) {
  const { locale, match, t } = useSite()
  const title = node.title[locale]
  const id = `site-menu-${node.id}`
  return (
    <li className="menu-item">
      <SiteLink to={node.path} aria-current={isIn(node, match) ? 'page' : undefined}>
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
            <p className="menu-title">{title}</p>
            <ul>
              {node.children.map((child) => (
                <li key={child.id}>
                  <SiteLink to={child.path}>{child.title[locale]}</SiteLink>
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
    </li>
  )
}
