// A manual with its chapters.
import type { Manual } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { definePage } from '../page.ts'
import { useSite } from '../site.tsx'
import { FileTable } from '../ui/file-table.tsx'
import { PageBody } from '../ui/page-body.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RichText } from '../ui/rich-text.tsx'

type Data = { manual: Manual; inOther: boolean }

export const page = definePage<Data>({
  async load({ api, params, inOther }) {
    const id = params['id'] ?? ''
    const [manual, isInOther] = await Promise.all([
      api.manual({ id }),
      inOther((other) => other.manual({ id })),
    ])
    return { manual, inOther: isInOther }
  },
  head: ({ data: { manual, inOther } }) => ({ title: manual.title, inOther }),
  View: ManualView,
})

function ManualView({ data: { manual } }: { data: Data }) {
  const { t, locale } = useSite()
  return (
    <PageBody className="with-aside">
      <div>
        <PageHeader
          trail={[{ title: t('manual.section'), to: href('download', {}, locale) }, { title: manual.title }]}
          title={manual.title}
        />
        <RichText html={manual.body} />
        {manual.attachments.length > 0 && (
          <section className="block">
            <h2>{t('article.attachments')}</h2>
            <FileTable files={manual.attachments} caption={t('article.attachments')} />
          </section>
        )}
      </div>
      {manual.chapters.length > 0 && (
        <nav className="aside-nav" aria-label={t('manual.chapters')}>
          <p className="aside-title">{t('manual.chapters')}</p>
          <ul>
            {manual.chapters.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${encodeURIComponent(id)}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </PageBody>
  )
}
