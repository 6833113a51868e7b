// Index of manuals.
import type { Api } from '../../shared/api/api.ts'
import { firstByOrder } from '../../shared/constants.ts'
import type { ManualSummary } from '../../shared/content/content.ts'
import { apiError, found } from '../../shared/errors.ts'
import { href } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { namedText } from '../../shared/section-texts.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { Line } from '../ui/line.tsx'
import { EmptyPage, PageBody, PageHeader } from '../ui/page-frame.tsx'

/** `listInOther`: false if the other language has no manuals. */
type Data = { manuals: ManualSummary[]; listInOther: boolean | null }

export const page = definePage<Data>({
  async load({ api, inOther }) {
    const manuals = manualsOf(api)
    const isInOther = inOther(
      async (other) => {
        if ((await manualsOf(other)).length === 0) throw apiError('missing', 'no manuals')
        return undefined
      },
      manuals.then(() => ({})),
    )
    return { manuals: await manuals, listInOther: await isInOther }
  },
  head: ({ data: { manuals, listInOther }, t, locale, match: { sections } }) => ({
    title: t('manual.title'),
    description: introOf(sections, t, locale),
    noindex: manuals.length === 0,
    inOther: listInOther,
    trail: [{ title: t('manual.title') }],
  }),
  View: ManualsView,
})

async function manualsOf(api: Api): Promise<ManualSummary[]> {
  return (await found(api.manual({ id: firstByOrder })))?.siblings ?? []
}

/** Names products only where the site does. */
function introOf({ ofKind }: SiteSections, t: Translate, locale: Locale): string {
  return namedText('manual.intro', ofKind('product')[0], t, locale)
}

function ManualsView({ data: { manuals }, request }: ViewProps<Data>) {
  const { t, locale, language, sections } = useSite()
  const title = t('manual.title')
  if (manuals.length === 0)
    return (
      <EmptyPage request={request} title={title}>
        {t('manual.none')} <a href={href('download', {}, language)}>{t('manual.section')}</a>
      </EmptyPage>
    )
  return (
    <PageBody request={request}>
      <PageHeader trail={[{ title }]} title={title} lead={introOf(sections, t, locale)} />
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
    <Line
      level={2}
      note={products.map((product) => product.title).join(' · ')}
      to={href('manual', { id }, language)}
      title={title}
      summary={summary}
    />
  )
}
