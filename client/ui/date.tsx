// Dates as <time> elements.

import type { ManualSummary } from '../../shared/content/content.ts'
import { formatDate } from '../../shared/format.ts'
import { useSite } from '../site.tsx'

export function DateText({ iso }: { iso: string | undefined }) {
  const { locale, offsetAt } = useSite()
  if (!iso) return null
  return <time dateTime={iso}>{formatDate(iso, locale, offsetAt)}</time>
}

/** The date and version of a manual. */
export function ManualVersion({ manual: { updated_at, version } }: { manual: ManualSummary }) {
  const { t } = useSite()
  if (!updated_at && !version) return null
  return (
    <span>
      <DateText iso={updated_at} />
      {updated_at && version && ' · '}
      {version && `${t('file.version')} ${version}`}
    </span>
  )
}
