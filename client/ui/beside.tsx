// Boxes beside a text: dates and author of a news item; how to reach the company.
import { siteBaseOf } from '../../shared/brand.ts'
import type { Article } from '../../shared/content/content.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { href, mailHref, telHref } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { DateText } from './date.tsx'
import { DefinitionList } from './definition-list.tsx'

export function SideContact({ config }: { config: SiteConfig | undefined }) {
  const { t, language, locale } = useSite()
  const { phone, email, hours } = siteBaseOf(config, locale) ?? {}
  return (
    <section className="facts" aria-label={t('contact.title')}>
      {phone && <a href={telHref(phone)}>{phone}</a>}
      {email && <a href={mailHref(email)}>{email}</a>}
      {hours && <p>{hours}</p>}
      <a className="button button-quiet" href={href('contact', {}, language)}>
        {t('home.contact')}
      </a>
    </section>
  )
}

export function NewsDetails({ article: { published_at, updated_at, author } }: { article: Article }) {
  const { t } = useSite()
  const items = [
    { name: t('article.published'), value: published_at && <DateText iso={published_at} /> },
    { name: t('article.updated'), value: updated_at && <DateText iso={updated_at} /> },
    { name: t('article.author'), value: author },
  ]
  return <DefinitionList className="facts" items={items} />
}
