// The date and version of a manual.
import type { ManualSummary } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { DateText } from './date.tsx'

type Props = { manual: Pick<ManualSummary, 'updated_at' | 'version'> }

export function Edition({ manual: { updated_at, version } }: Props) {
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
