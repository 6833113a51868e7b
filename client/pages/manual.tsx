// Manual page with its chapters.
import type { Manual } from '../../shared/content/content.ts'
import type { Crumb } from '../../shared/head.ts'
import { href } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { openingOf } from '../../shared/plain-text.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { Block } from '../ui/block.tsx'
import { FileTable } from '../ui/file-table.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { Toc } from '../ui/toc.tsx'

type Data = { manual: Manual; inOther: boolean }

export const page = definePage<Data>({
  async load({ api, params, inOther }) {
    const id = params['id'] ?? ''
    const manual = await api.manual({ id })
    return { manual, inOther: await inOther((other) => other.manual({ id }), manual.languages) }
  },
  head: ({ data: { manual, inOther }, t, locale }) => ({
    title: manual.title,
    description: openingOf(manual.body),
    inOther,
    status: manual.status,
    trail: trailOf(manual, t, locale),
  }),
  View: ManualView,
})

function trailOf({ title }: Manual, t: Translate, locale: Locale): Crumb[] {
  return [{ title: t('manual.section'), to: href('download', {}, locale) }, { title }]
}

function ManualView({ data: { manual }, request }: ViewProps<Data>) {
  const { t, locale } = useSite()
  return (
    <PageBody request={request}>
      <PageHeader trail={trailOf(manual, t, locale)} title={manual.title} />
      <div className="split">
        {manual.chapters.length > 2 && (
          <div className="side">
            <Toc headings={manual.chapters} title={t('manual.chapters')} />
          </div>
        )}
        <RichText html={manual.body} />
      </div>
      {manual.attachments.length > 0 && (
        <Block id="part-files" title={t('article.attachments')}>
          <FileTable files={manual.attachments} caption={t('article.attachments')} />
        </Block>
      )}
    </PageBody>
  )
}
