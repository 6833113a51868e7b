// Form that leads to the comparison of the chosen products; a plain GET form, see client/browser/compare.ts.
import type { ReactNode } from 'react'
import { compared } from '../../shared/constants.ts'
import { href } from '../../shared/href.ts'
import { wordsOf } from '../../shared/section-texts.ts'
import type { Section } from '../../shared/sections.ts'
import { useSite } from '../site.tsx'

export function CompareForm({ section, children }: { section: Section; children: ReactNode }) {
  const { t, locale, language } = useSite()
  const words = wordsOf(section, t, locale)
  return (
    <form action={href('section-compare', { section: section.slug }, language)} data-compare={section.slug}>
      {children}
      <div className="compare-bar" data-most={t('compare.most', { ...words, most: compared.most })}>
        <button className="button" type="submit">
          {t('compare.submit', words)}
        </button>
      </div>
    </form>
  )
}
