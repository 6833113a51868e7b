// Buttons that copy: shown with JavaScript (client/browser/copy.ts). The texts of the result are on an element around them.
import type { ReactNode } from 'react'

/** Copies the code beside it, else the address of the page. */
export function CopyButton({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <button type="button" className="copy scripted" aria-label={label}>
      {children}
    </button>
  )
}
