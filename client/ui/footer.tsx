// Footer: company, contact, the whole menu, legal notices.
import { nameOfSite, siteBaseOf } from '../../shared/brand.ts'
import { type MenuNode, menuIn } from '../../shared/content/site.ts'
import { feedPath } from '../../shared/feeds.ts'
import { href, mailHref, telHref } from '../../shared/href.ts'
import { languageTag } from '../../shared/locale.ts'
import type { Base } from '../../shared/payload.ts'
import { cachedFragment } from '../cached-fragment.tsx'
import { useSite } from '../site.tsx'
import { SiteLink, SiteLinks } from './site-link.tsx'
import { WeChat } from './wechat.tsx'

export function Footer({ base: { config, menu } }: { base: Base }) {
  return <FooterFragment as="footer" content={{ config, menu }} className="site-footer" />
}

const FooterFragment = cachedFragment('footer', FooterContent)

function FooterContent({ config, menu }: Base) {
  const { locale, language, t } = useSite()
  const company = siteBaseOf(config, locale)
  const name = company?.company || nameOfSite(config, locale)
  const shown = menuIn(menu, locale)
  return (
    <>
      <div className="footer-row footer-top">
        <section>
          {name && <h2 className="footer-name">{name}</h2>}
          {company?.slogan && <p>{company.slogan}</p>}
        </section>
        <section className="footer-contact">
          <h2 className="visually-hidden">{t('footer.contact')}</h2>
          {company?.phone && (
            <p className="footer-phone">
              <a href={telHref(company.phone)}>{company.phone}</a>
            </p>
          )}
          {company?.email && (
            <p>
              <a href={mailHref(company.email)}>{company.email}</a>
            </p>
          )}
          {company?.address && <p>{company.address}</p>}
          {company?.hours && <p>{company.hours}</p>}
        </section>
      </div>
      {shown.length > 0 && <SiteMap menu={shown} />}
      <div className="footer-row footer-legal">
        {company?.copyright && <p>{company.copyright}</p>}
        {company?.icp && (
          <a href="https://beian.miit.gov.cn/" rel="noopener" lang={languageTag('zh')}>
            {company.icp}
          </a>
        )}
        {company?.police_filing && (
          <a href={policeHref(company.police_filing)} rel="noopener" lang={languageTag('zh')}>
            {company.police_filing}
          </a>
        )}
        {config?.social.map(({ name, url }) => (
          <a key={name} href={url} rel="noopener">
            {(locale === 'zh' && chineseNames[name]) || name}
          </a>
        ))}
        <WeChat id="footer-wechat" image={company?.wechat_image} />
        {company?.privacy && <SiteLink to={company.privacy}>{t('form.privacy')}</SiteLink>}
        <a className="footer-end" href={href('sitemap', {}, language)}>
          {t('footer.sitemap')}
        </a>
        <a href={feedPath(language)}>RSS</a>
      </div>
    </>
  )
}

/** Networks whose accounts have a Latin name elsewhere. */
const chineseNames: Partial<Record<string, string>> = {
  Bilibili: '哔哩哔哩',
  Douyin: '抖音',
  LinkedIn: '领英',
  WeChat: '微信',
  Weibo: '微博',
  Xiaohongshu: '小红书',
  Zhihu: '知乎',
}

/** The record of a website with the public security authorities, by its number. */
function policeHref(filing: string): string {
  return `https://beian.mps.gov.cn/#/query/webSearch?code=${filing.replace(/\D/g, '')}`
}

/** A column for each menu entry with children, and one for all entries without. */
function SiteMap({ menu }: { menu: MenuNode[] }) {
  const { t } = useSite()
  const alone = menu.filter(({ children }) => children.length === 0)
  const columns = menu.filter(({ children }) => children.length > 0).map((node) => [node])
  if (alone.length > 0) columns.push(alone)
  return (
    <nav className="footer-row" aria-label={t('footer.sections')}>
      <ul className="footer-map">
        {columns.map((column) => (
          <li key={column[0]?.id}>
            <SiteLinks nodes={column} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
