// Download page: the files of one download category, by its id or the default one.
import type { Api } from '../../shared/api/api.ts'
import { defaultDownload, downloadBy, manualsOf } from '../../shared/api/lookups.ts'
import type { Download } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { buildPath, href } from '../../shared/href.ts'
import { searchFor } from '../../shared/query.ts'
import { trailOf } from '../../shared/trail.ts'
import { type ItemInOther, itemInOther } from '../files-in-other.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { DownloadLinks, downloadParams } from '../ui/download-links.tsx'
import { fileFilterRows, filesWith } from '../ui/file-filters.ts'
import { FileTable } from '../ui/file-table.tsx'
import { Filters } from '../ui/filters.tsx'
import { EmptyPage, PageBody, PageHeader } from '../ui/page-frame.tsx'

/** `defaultId`: the configured category. `download` is null on `/download` where there is no category. */
type Data = ItemInOther & {
  download: Download | null
  defaultId: number
  hasManuals: boolean
  searchInOther?: string
}

export const page = definePage<Data>({
  async load(context) {
    const { api, match, query, optional, inOther } = context
    const { downloadId } = context.site
    const { id } = match.params
    const lookUp = (api: Api) => (id ? downloadBy(api, id) : defaultDownload(api, downloadId))
    const item = lookUp(api)
    const withFiles = async (other: Api) => {
      const files = filesWith((await lookUp(other))?.items ?? [], query.filter)
      if (files.length === 0) throw apiError('missing', 'no file with these filters')
      return undefined
    }
    const [download, manuals, itemThere, hasFiles] = await Promise.all([
      item,
      optional(manualsOf),
      itemInOther(context, item, lookUp, ({ items }) => [items]),
      query.filter.length === 0 || inOther(withFiles),
    ])
    return {
      download: download ?? null,
      defaultId: downloadId,
      hasManuals: manuals !== null && manuals.length > 0,
      ...itemThere,
      ...(hasFiles === false && { searchInOther: '' }),
    }
  },
  head: ({ data, t, language, match, query }) => {
    const { download } = data
    if (!download)
      return { title: t('manual.section'), noindex: true, trail: [{ title: t('manual.section') }] }
    return {
      title: download.title,
      path: buildPath('download', downloadParams(download.id, data.defaultId)),
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

function DownloadView({ data, request, match, trail }: ViewProps<Data>) {
  const { t, locale, language, sections } = useSite()
  const { download } = data
  if (!download)
    return (
      <EmptyPage request={request} title={t('manual.section')}>
        {t('download.none')}{' '}
        {data.hasManuals && <a href={href('manual-list', {}, language)}>{t('manual.title')}</a>}
      </EmptyPage>
    )
  const address = href('download', downloadParams(download.id, data.defaultId), language)
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
      <PageHeader {...download} trail={trail} lead={download.description}>
        <DownloadLinks categories={download.categories} hasManuals={data.hasManuals} current={download.id} />
        <Filters rows={fileFilterRows(download.items, chosen, { names, hrefOf })} />
        {chosen.length > 0 && (
          <p className="list-count" role="status" data-page-part="count">
            {t('list.count', { count: files.length })} · <a href={hrefOf([])}>{t('filter.clear')}</a>
          </p>
        )}
      </PageHeader>
      {files.length > 0 ? (
        <FileTable files={files} inOther={data.filesInOther} caption={download.title} full />
      ) : (
        <p className="empty" data-page-part="results">
          {t(chosen.length > 0 ? 'filter.nothing' : 'download.empty')}
        </p>
      )}
    </PageBody>
  )
}
