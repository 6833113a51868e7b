// The company on WeChat: a button that opens the picture of its code, which a phone scans.
import { useSite } from '../site.tsx'
import { Picture } from './picture.tsx'

/** `id`: unique in the document. Nothing without a picture. */
export function WeChat({ id, image }: { id: string; image: string | undefined }) {
  const { t } = useSite()
  if (!image) return null
  return (
    <>
      <button type="button" className="copy" popoverTarget={id}>
        {t('wechat.label')}
      </button>
      <div className="wechat" id={id} popover="auto">
        <Picture url={image} alt={t('wechat.image')} sizes="12rem" />
      </div>
    </>
  )
}
