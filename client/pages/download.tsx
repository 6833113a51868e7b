// Download page: the files of one download category.
import type { Download } from '../../shared/content/content.ts'
import { itemHref } from '../../shared/href.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { FileTable } from '../ui/file-table.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { SideNav } from '../ui/side-nav.tsx'

type Data = { download: Download; inOther: boolean }

export const page = definePage<Data>({
  async load({ api, params, inOther }) {
    const id = params['id'] ?? ''
    const download = await api.download({ id })
    return { download, inOther: await inOther((other) => other.download({ id }), download.languages) }
  },
  head: ({ data: { download, inOther } }) => ({
    title: download.title,
    description: download.description,
    inOther,
    status: download.status,
    trail: [{ title: download.title }],
  }),
  View: DownloadView,
})

function DownloadView({ data: { download }, request, route }: ViewProps<Data>) {
  const { t, locale } = useSite()
  const links = download.categories.map(({ id, title }) => ({
    id,
    title,
    to: itemHref(route, { id }, locale),
  }))
  return (
    <PageBody request={request}>
      <PageHeader trail={[{ title: download.title }]} title={download.title} lead={download.description}>
        {links.length > 1 && (
          <SideNav title={t('download.categories')} links={links} current={download.id} className="chips" />
        )}
      </PageHeader>
      {download.items.length > 0 ? (
        <FileTable files={download.items} caption={download.title} full />
      ) : (
        <p className="empty">{t('download.empty')}</p>
      )}
    </PageBody>
  )
}
