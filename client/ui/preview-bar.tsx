// Preview bar: until when the preview is valid, whether the item is public, and a link out of the preview.
import type { Status } from '../../shared/content/content.ts'
import { formatTime } from '../../shared/format.ts'
import { localizePath } from '../../shared/href.ts'
import type { Preview } from '../../shared/preview.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { useSite } from '../site.tsx'

/** `status`: of the page's item, if it is not public. */
export type ShownPreview = Preview & { status: Status | undefined }

type Props = { preview: ShownPreview; match: RouteMatch | undefined }

export function PreviewBar({ preview: { expires, status }, match }: Props) {
  const { language, t, offsetAt } = useSite()
  const [before, after] = t('preview.until').split('{{time}}')
  // An item that is not public has no public page.
  const to =
    match && !status ? localizePath(match.path, language) + match.search : localizePath('/', language)
  return (
    <section className="preview-bar" aria-label={t('preview.label')}>
      <p>
        {before}
        <time dateTime={expires}>{formatTime(expires, offsetAt)}</time>
        {after} {status && <strong>{t(`status.${status}`)}</strong>}
        <noscript> {t('preview.links')}</noscript>
      </p>
      {/* With `target` the link is not followed in the preview. */}
      <a href={to} target="_self">
        {t('preview.leave')}
      </a>
    </section>
  )
}
