// Download page: the files of one download category, by its id or the default one.
import type { Api } from '../../shared/api/api.ts'
import { defaultDownload, downloadBy, manualsOf } from '../../shared/api/lookups.ts'
import type { Download } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { choiceOf, facetOf, filterOf, toggled } from '../../shared/filter.ts'
import { fileType } from '../../shared/format.ts'
import { buildPath, href } from '../../shared/href.ts'
import { searchFor } from '../../shared/query.ts'
import { trailOf } from '../../shared/trail.ts'
import { type ItemInOther, itemInOther } from '../files-in-other.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { DownloadLinks, downloadParams } from '../ui/download-links.tsx'
import { FileTable } from '../ui/file-table.tsx'
import { type FilterRow, Filters, fewest } from '../ui/filters.tsx'
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

type File = Download['items'][number]
const facets = ['product', 'type'] as const
type Facet = (typeof facets)[number]

/** Filters: by product and by type of file. The category has all its files, so they are counted here. */
function filesWith(files: File[], chosen: readonly string[]): File[] {
  return files.filter((file) => facets.every((facet) => matches(file, facet, chosen)))
}

/** A facet with one value has no row. The values are the same whichever is chosen, so that none moves. */
function fileFilterRows(
  files: File[],
  chosen: readonly string[],
  { names, hrefOf }: { names: Record<Facet, string>; hrefOf: (filter: string[]) => string },
): FilterRow[] {
  return facets.flatMap((facet) => {
    const all = files.flatMap((file) => facetValues(file, facet))
    const ofValue = Map.groupBy(all, ({ value }) => value)
    if (ofValue.size < 2) return []
    const among = files.filter((file) => facets.every((one) => one === facet || matches(file, one, chosen)))
    const options = [...ofValue].flatMap(([value, found]) => {
      const filter = filterOf(facet, value)
      const isChosen = chosen.includes(filter)
      const isShown = files.length >= fewest.items && found.length >= fewest.ofOption
      if (!isShown && !isChosen) return []
      const count = among.filter((file) => hasValue(file, facet, value)).length
      return [{ name: found[0]?.name ?? value, count, isChosen, to: hrefOf(toggled(chosen, filter)) }]
    })
    return [{ title: names[facet], options }]
  })
}

/** Whether the file has the chosen value of the facet, or none is chosen. */
function matches(file: File, facet: Facet, chosen: readonly string[]): boolean {
  const wanted = chosen.find((filter) => facetOf(filter) === facet)
  return !wanted || hasValue(file, facet, choiceOf(wanted))
}

function hasValue(file: File, facet: Facet, wanted: string): boolean {
  return facetValues(file, facet).some(({ value }) => value === wanted)
}

function facetValues({ products, url }: File, facet: Facet): { value: string; name: string }[] {
  if (facet === 'product') return products.map(({ id, title }) => ({ value: String(id), name: title }))
  const type = fileType(url)
  return type ? [{ value: type, name: type }] : []
}
