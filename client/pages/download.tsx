// Download page: the files of one download category, by its id or the default one.
import type { Api } from '../../shared/api/api.ts'
import { defaultDownload, downloadBy } from '../../shared/api/lookups.ts'
import type { Download } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { buildPath, itemHref } from '../../shared/href.ts'
import { searchFor } from '../../shared/query.ts'
import { trailOf } from '../../shared/trail.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { fileFilterRows, filesWith } from '../ui/file-filters.ts'
import { FileTable } from '../ui/file-table.tsx'
import { Filters } from '../ui/filters.tsx'
import { Links } from '../ui/links.tsx'
import { EmptyPage, PageBody, PageHeader } from '../ui/page-frame.tsx'

/** `defaultId`: the configured category. `download` is null on `/download` where there is no category. */
type Data =
  | { download: Download; defaultId: number; inOther: boolean | null; searchInOther?: string }
  | { download: null }

export const page = definePage<Data>({
  async load({ api, match, query, inOther, site: { downloadId } }) {
    const { id } = match.params
    const lookUp = (api: Api) => (id ? downloadBy(api, id) : defaultDownload(api, downloadId))
    const existing = async (other: Api) => {
      const download = await lookUp(other)
      if (!download) throw apiError('missing', 'no download category')
      return download
    }
    const withFiles = async (other: Api) => {
      const { items } = await existing(other)
      if (filesWith(items, query.filter).length === 0) throw apiError('missing', 'no file with these filters')
      return undefined
    }
    const item = lookUp(api)
    const [download, isInOther, hasFiles] = await Promise.all([
      item,
      inOther(existing, item),
      query.filter.length === 0 || inOther(withFiles),
    ])
    if (!download) return { download: null }
    const data = { download, defaultId: downloadId, inOther: isInOther }
    return hasFiles === false ? { ...data, searchInOther: '' } : data
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

/** `/download` is the address of the configured category, and of no other: another upstream may not know the first one. */
function paramsOf(id: number, defaultId: number): { id?: number } {
  return id === defaultId ? {} : { id }
}

function DownloadView({ data, request, match }: ViewProps<Data>) {
  const { t, locale, language, sections } = useSite()
  const { download } = data
  if (!download)
    return (
      <EmptyPage request={request} title={t('manual.section')}>
        {t('download.none')}
      </EmptyPage>
    )
  const links = download.categories.map(({ id, title }) => ({
    key: id,
    title,
    to: itemHref(match.id, paramsOf(id, data.defaultId), language),
    current: id === download.id && ('page' as const),
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
          <nav aria-label={t('download.categories')}>
            <Links className="chips" links={links} />
          </nav>
        )}
        <Filters rows={fileFilterRows(download.items, chosen, { names, hrefOf })} />
        {chosen.length > 0 && (
          <p className="list-count" role="status" data-page-part="count">
            {t('list.count', { count: files.length })} · <a href={hrefOf([])}>{t('filter.clear')}</a>
          </p>
        )}
      </PageHeader>
      {files.length > 0 ? (
        <FileTable files={files} caption={download.title} full />
      ) : (
        <p className="empty" data-page-part="results">
          {t(chosen.length > 0 ? 'filter.nothing' : 'download.empty')}
        </p>
      )}
    </PageBody>
  )
}
