// Links to the categories of downloads, and to the index of manuals beside them.
import type { Download } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { Links } from './links.tsx'

type Props = {
  categories: Download['categories']
  hasManuals: boolean
  current: number | 'manuals'
}

/** `/download` is the address of the configured category, and of no other: another upstream may not know the first one. */
export function downloadParams(id: number, defaultId: number): { id?: number } {
  return id === defaultId ? {} : { id }
}

export function DownloadLinks({ categories, hasManuals, current }: Props) {
  const { t, language, settings } = useSite()
  const links = [
    ...categories.map(({ id, title }) => ({
      key: id,
      title,
      to: href('download', downloadParams(id, settings.downloadId), language),
    })),
    ...(hasManuals
      ? [{ key: 'manuals' as const, title: t('manual.title'), to: href('manual-list', {}, language) }]
      : []),
  ].map((link) => ({ ...link, current: link.key === current && ('page' as const) }))
  if (links.length < 2) return null
  return (
    <nav aria-label={t('download.categories')}>
      <Links className="chips" links={links} />
    </nav>
  )
}
