// Download page: the files of one download category, by its id or the default one.
import { defaultDownload, downloadBy } from '../../shared/api/download-lookups.ts'
import type { Download } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { buildPath, itemHref } from '../../shared/href.ts'
import { searchFor } from '../../shared/query.ts'
import { trailOf } from '../../shared/trail.ts'
import type { LoadContext } from '../load-context.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { fileFilterRows, filesWith } from '../ui/file-filters.ts'
import { FileTable } from '../ui/file-table.tsx'
import { Filters } from '../ui/filters.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { SideNav } from '../ui/side-nav.tsx'

/** `defaultId`: the configured category. `download` is null on `/download` where there is no category. */
type Data =
  | { download: Download; defaultId: number; inOther: boolean; searchInOther?: string }
  | { download: null }

export const page = definePage<Data>({
  async load(context) {
    const { id } = context.match.params
    const data = await (id ? loadItem(context, id) : loadDefault(context))
    if (!data.download || context.query.filter.length === 0) return data
    return { ...data, ...((await isEmptyInOther(context, data.download.id)) && { searchInOther: '' }) }
  },
  head: ({ data, t, language, match, query }) => {
    const { download } = data
    if (!download)
      return { title: t('manual.section'), noindex: true, trail: [{ title: t('manual.section') }] }
    return {
      title: download.title,
      path: buildPath('download', paramsOf(download.id, data.defaultId)),
      description: download.description,
      inOther: data.inOther,
      status: download.status,
      seo: download.seo,
      noindex: query.filter.length > 0,
      trail: trailOf(match, t, language, { title: download.title }),
    }
  },
  View: DownloadView,
})

async function loadItem({ api, inOther, site }: LoadContext, id: string): Promise<Data> {
  const download = await downloadBy(api, id)
  const isInOther = await inOther((other) => downloadBy(other, id), download.languages)
  return { download, defaultId: site.downloadId, inOther: isInOther }
}

async function loadDefault({ api, inOther, site: { downloadId } }: LoadContext): Promise<Data> {
  const download = await defaultDownload(api, downloadId)
  if (!download) return { download: null }
  const existing = async (other: LoadContext['api']) => {
    if (!(await defaultDownload(other, downloadId))) throw apiError('missing', 'no download category')
  }
  return { download, defaultId: downloadId, inOther: await inOther(existing, download.languages) }
}

/** Whether the other language has no file with these filters. */
async function isEmptyInOther({ query, inOther }: LoadContext, id: number): Promise<boolean> {
  const hasFiles = await inOther(async (other) => {
    const { items } = await downloadBy(other, String(id))
    if (filesWith(items, query.filter).length === 0) throw apiError('missing', 'no file with these filters')
  })
  return !hasFiles
}

/** `/download` is the address of the configured category, and of no other: another origin may not know the first one. */
function paramsOf(id: number, defaultId: number): { id?: number } {
  return id === defaultId ? {} : { id }
}

function DownloadView({ data, request, match }: ViewProps<Data>) {
  const { t, locale, language, sections } = useSite()
  const { download } = data
  if (!download) return <NoDownload request={request} />
  const links = download.categories.map(({ id, title }) => ({
    id,
    title,
    to: itemHref(match.id, paramsOf(id, data.defaultId), language),
  }))
  const address = itemHref(match.id, paramsOf(download.id, data.defaultId), language)
  const chosen = request.query.filter
  const hrefOf = (filter: string[]) => address + searchFor(match, { filter })
  const names = {
    product: sections
      .ofKind('product')
      .map(({ title }) => title[locale])
      .join(' · '),
    type: t('file.type'),
  }
  const files = chosen.length > 0 ? filesWith(download.items, chosen) : download.items
  return (
    <PageBody request={request}>
      <PageHeader
        {...download}
        trail={trailOf(match, t, language, { title: download.title })}
        lead={download.description}
      >
        {links.length > 1 && (
          <SideNav title={t('download.categories')} links={links} current={download.id} className="chips" />
        )}
        <Filters rows={fileFilterRows(download.items, chosen, { names, hrefOf })} />
        {chosen.length > 0 && (
          <p className="list-count" role="status">
            {t('list.count', { count: files.length })} · <a href={hrefOf([])}>{t('filter.clear')}</a>
          </p>
        )}
      </PageHeader>
      {files.length > 0 ? (
        <FileTable files={files} caption={download.title} full />
      ) : (
        <p className="empty">{t(chosen.length > 0 ? 'filter.nothing' : 'download.empty')}</p>
      )}
    </PageBody>
  )
}

function NoDownload({ request }: Pick<ViewProps<Data>, 'request'>) {
  const { t } = useSite()
  const title = t('manual.section')
  return (
    <PageBody request={request}>
      <PageHeader trail={[{ title }]} title={title} />
      <p className="empty">{t('download.none')}</p>
    </PageBody>
  )
}
