// Buttons that copy: shown with JavaScript (client/browser/copy.ts). The texts of the result are on an element around them.
import type { ReactNode } from 'react'
import { useSite } from '../site.tsx'

type Props = { text: string; label?: string; children: ReactNode }

/** An empty text copies the address of the page. */
export function CopyButton({ text, label, children }: Props) {
  return (
    <button type="button" className="copy scripted" data-copy={text} aria-label={label}>
      {children}
    </button>
  )
}

export function CopyLink() {
  const { t } = useSite()
  return (
    <span data-copied={t('copy.doneLink')} data-failed={t('copy.failed')}>
      <CopyButton text="">{t('copy.link')}</CopyButton>
    </span>
  )
}
