// The site's footer: sections, contact, legal lines.
import { mailHref, telHref } from '../../shared/contact-href.ts'
import { titleOfSite } from '../../shared/head.ts'
import { useSite } from '../site.tsx'
import { SiteLink } from './site-link.tsx'

export function Footer() {
  const { base, locale, t } = useSite()
  const company = base.config?.[locale] ?? base.config?.zh
  return (
    <footer className="site-footer">
      <div className="site-footer-row">
        <section>
          <h2 className="footer-title">{company?.company ?? titleOfSite(base.config, locale)}</h2>
          {company?.slogan && <p>{company.slogan}</p>}
        </section>
        <nav aria-label={t('footer.sections')}>
          <h2 className="footer-title">{t('footer.sections')}</h2>
          <ul>
            {base.menu.map((node) => (
              <li key={node.id}>
                <SiteLink to={node.path}>{node.title[locale]}</SiteLink>
              </li>
            ))}
          </ul>
        </nav>
        <section>
          <h2 className="footer-title">{t('footer.contact')}</h2>
          <ul>
            {company?.phone && (
              <li>
                <a href={telHref(company.phone)}>{company.phone}</a>
              </li>
            )}
            {company?.email && (
              <li>
                <a href={mailHref(company.email)}>{company.email}</a>
              </li>
            )}
            {company?.address && <li>{company.address}</li>}
          </ul>
        </section>
      </div>
      <div className="site-footer-legal">
        {company?.copyright && <p>{company.copyright}</p>}
        {company?.icp && (
          <p>
            <a href="https://beian.miit.gov.cn/" rel="noopener">
              {company.icp}
            </a>
          </p>
        )}
      </div>
    </footer>
  )
}
