// The main menu from the route tree: a bar on wide screens, a popover on narrow ones, both without JavaScript.
import type { MenuNode } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { SiteLink } from './site-link.tsx'

const popoverId = 'main-menu'

export function Menu() {
  const { base, t } = useSite()
  return (
    <nav className="menu" data-menu aria-label={t('nav.label')}>
      <button type="button" className="menu-button" popoverTarget={popoverId}>
        {t('nav.open')}
      </button>
      <div className="menu-panel" id={popoverId} popover="auto">
        <button type="button" className="menu-close" popoverTarget={popoverId} popoverTargetAction="hide">
          {t('nav.close')}
        </button>
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
  const { locale, match } = useSite()
  const section = match && (match.path === node.path || match.path.startsWith(`${node.path}/`))
  return (
    <li className="menu-item">
      <SiteLink to={node.path} aria-current={section ? 'page' : undefined}>
        {node.title[locale]}
      </SiteLink>
      {node.children.length > 0 && (
        <ul className="menu-children">
          {node.children.map((child) => (
            <li key={child.id}>
              <SiteLink to={child.path}>{child.title[locale]}</SiteLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
