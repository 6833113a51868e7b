// Index of manuals.
import { firstByOrder } from '../../shared/constants.ts'
import type { ManualSummary } from '../../shared/content/content.ts'
import { found } from '../../shared/errors.ts'
import { href } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { namedText } from '../../shared/section-texts.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'

type Data = { manuals: ManualSummary[] }

export const page = definePage<Data>({
  load: async ({ api }) => ({ manuals: (await found(api.manual({ id: firstByOrder })))?.siblings ?? [] }),
  head: ({ data: { manuals }, t, locale, match: { sections } }) => ({
    title: t('manual.title'),
    description: introOf(sections, t, locale),
    noindex: manuals.length === 0,
    trail: [{ title: t('manual.title') }],
  }),
  View: ManualsView,
})

/** Names products only where the site does. */
function introOf({ ofKind }: SiteSections, t: Translate, locale: Locale): string {
  return namedText('manual.intro', ofKind('product')[0], t, locale)
}

function ManualsView({ data: { manuals }, request }: ViewProps<Data>) {
  const { t, locale, language, sections } = useSite()
  const title = t('manual.title')
  return (
    <PageBody request={request}>
      <PageHeader
        trail={[{ title }]}
        title={title}
        lead={manuals.length > 0 ? introOf(sections, t, locale) : undefined}
      />
      {manuals.length === 0 && (
        <p className="empty">
          {t('manual.none')} <a href={href('download', {}, language)}>{t('manual.section')}</a>
        </p>
      )}
      <ul className="lines">
        {manuals.map((manual) => (
          <li key={manual.id}>
            <ManualLine manual={manual} />
          </li>
        ))}
      </ul>
    </PageBody>
  )
}

function ManualLine({ manual: { id, title, summary, products } }: { manual: ManualSummary }) {
  const { language } = useSite()
  return (
    <article className="line">
      <p className="line-date">{products.map((product) => product.title).join(' · ')}</p>
      <div>
        <h2 className="line-title">
          <a href={href('manual', { id }, language)}>{title}</a>
        </h2>
        {summary && <p className="line-summary">{summary}</p>}
      </div>
    </article>
  )
}
