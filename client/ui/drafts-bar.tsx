// Bar of a server that shows drafts: that it does, and whether the item of the page is public.
import type { Status } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'

/** `status`: of the page's item, if it is not public. */
export function DraftsBar({ status }: { status: Status | undefined }) {
  const { t } = useSite()
  return (
    <aside className="drafts-bar" aria-label={t('drafts.label')}>
      <p>
        {t('drafts.note')} {status && <strong>{t(`status.${status}`)}</strong>}
      </p>
    </aside>
  )
}
