// Key figures of the company, from labels.
import type { Labels } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { DefinitionList } from './definition-list.tsx'

export function Proof({ labels }: { labels: Labels }) {
  const { t } = useSite()
  const figures = figuresOf(labels)
  if (figures.length === 0) return null
  return (
    <section className="proof" aria-label={t('home.proof')}>
      <DefinitionList items={figures} />
    </section>
  )
}

function figuresOf(labels: Labels) {
  return [1, 2, 3, 4].flatMap((number) => {
    const value = labels[`home_proof_${number}_value`]
    const name = labels[`home_proof_${number}_label`]
    return value && name ? [{ value, name }] : []
  })
}
