// The main menu from the route tree: a bar with panels on wide screens, a drawer on narrow ones; both without script.
import type { MenuNode } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { SiteLink } from './site-link.tsx'

const drawerId = 'main-menu'

/** The keys close whatever is open when another page is shown. */
export function Menu() {
  const { base, match, t } = useSite()
  return (
    <nav className="menu" data-menu aria-label={t('nav.label')}>
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
    </nav>
  )
}

function MenuItem({ node }: { node: MenuNode }) {
  const { locale, match, t } = useSite()
  const title = node.title[locale]
  const id = `site-menu-${node.id}`
  const section = match && (match.path === node.path || match.path.startsWith(`${node.path}/`))
  return (
    <li className="menu-item">
      <SiteLink to={node.path} aria-current={section ? 'page' : undefined}>
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
