// Index of manuals.
import { defaultDownload, manualsOf } from '../../shared/api/lookups.ts'
import type { Download, ManualSummary } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { href } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { namedText } from '../../shared/section-texts.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { trailOf } from '../../shared/trail.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { ManualVersion } from '../ui/date.tsx'
import { DownloadLinks } from '../ui/download-links.tsx'
import { Line } from '../ui/line.tsx'
import { EmptyPage, PageBody, PageHeader } from '../ui/page-frame.tsx'

/** `listInOther`: false if the other language has no manuals. `categories`: of downloads. */
type Data = {
  manuals: ManualSummary[]
  categories: Download['categories']
  listInOther: boolean | null
}

export const page = definePage<Data>({
  async load({ api, optional, inOther, site: { downloadId } }) {
    const downloads = optional((api) => defaultDownload(api, downloadId))
    const manuals = manualsOf(api)
    const isInOther = inOther(
      async (other) => {
        if ((await manualsOf(other)).length === 0) throw apiError('missing', 'no manuals')
        return undefined
      },
      manuals.then(() => ({})),
    )
    return {
      manuals: await manuals,
      categories: (await downloads)?.categories ?? [],
      listInOther: await isInOther,
    }
  },
  head: ({ data: { manuals, listInOther }, t, locale, language, match }) => ({
    title: t('manual.title'),
    description: introOf(match.sections, t, locale),
    noindex: manuals.length === 0,
    inOther: listInOther,
    trail: trailOf({ page: 'download' }, t, language, { title: t('manual.title') }),
  }),
  View: ManualsView,
})

/** Names products only where the site does. */
function introOf({ ofKind }: SiteSections, t: Translate, locale: Locale): string {
  return namedText('manual.intro', ofKind('product')[0], t, locale)
}

function ManualsView({ data: { manuals, categories }, request, trail }: ViewProps<Data>) {
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
      <PageHeader trail={trail} title={title} lead={introOf(sections, t, locale)}>
        <DownloadLinks categories={categories} hasManuals current="manuals" />
      </PageHeader>
      <ul className="lines">
        {manuals.map((manual) => (
          <li key={manual.id}>
            <Line
              level={2}
              note={<ManualVersion manual={manual} />}
              to={href('manual', { id: manual.id }, language)}
              title={manual.title}
              summary={manual.summary}
            />
          </li>
        ))}
      </ul>
    </PageBody>
  )
}
