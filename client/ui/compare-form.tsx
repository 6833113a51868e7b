// Form that leads to the comparison of the chosen products; a plain GET form, see client/browser/compare.ts.
import type { ReactNode } from 'react'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

export function CompareForm({ children }: { children: ReactNode }) {
  const { t, language } = useSite()
  return (
    <form action={href('product-compare', {}, language)} data-compare data-in-place>
      {children}
      <div className="compare-bar">
        <button className="button" type="submit">
          {t('compare.submit')}
        </button>
      </div>
    </form>
  )
}
