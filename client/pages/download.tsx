// Files of one download category.
import { defaultDownloadId } from '../../shared/constants.ts'
import type { Download } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { definePage } from '../page.ts'
import { Link } from '../router.ts'
import { useSite } from '../site.tsx'
import { FileTable } from '../ui/file-table.tsx'
import { PageBody } from '../ui/page-body.tsx'
import { PageHeader } from '../ui/page-header.tsx'

type Data = { download: Download; inOther: boolean }

export const page = definePage<Data>({
  async load({ api, params, inOther }) {
    const id = params['id'] ?? defaultDownloadId
    const [download, isInOther] = await Promise.all([
      api.download({ id }),
      inOther((other) => other.download({ id })),
    ])
    return { download, inOther: isInOther }
  },
  head: ({ data: { download, inOther } }) => ({
    title: download.title,
    description: download.description,
    inOther,
  }),
  View: DownloadView,
})

function DownloadView({ data: { download } }: { data: Data }) {
  const { t, locale } = useSite()
  return (
    <PageBody>
      <PageHeader trail={[{ title: download.title }]} title={download.title} lead={download.description} />
      {download.categories.length > 1 && (
        <nav className="tabs" aria-label={t('download.categories')}>
          <ul>
            {download.categories.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={href('download', { id }, locale)}
                  aria-current={id === download.id ? 'page' : undefined}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {download.items.length > 0 ? (
        <FileTable files={download.items} caption={download.title} full />
      ) : (
        <p className="empty">{t('download.empty')}</p>
      )}
    </PageBody>
  )
}
