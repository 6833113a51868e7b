// Date as a <time> element.
import { formatDate } from '../../shared/format.ts'
import { useSite } from '../site.tsx'

export function DateText({ iso }: { iso: string | undefined }) {
  const { locale, offsetAt } = useSite()
  if (!iso) return null
  return <time dateTime={iso}>{formatDate(iso, locale, offsetAt)}</time>
}
