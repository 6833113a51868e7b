// Key figures of the company, from labels.
import type { Labels } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'

export function Proof({ labels }: { labels: Labels }) {
  const { t } = useSite()
  const figures = figuresOf(labels)
  if (figures.length === 0) return null
  return (
    <section className="proof" aria-label={t('home.proof')}>
      <dl>
        {figures.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Figure = { value: string; label: string }

function figuresOf(labels: Labels): Figure[] {
  return [1, 2, 3, 4].flatMap((number) => {
    const value = labels[`home_proof_${number}_value`]
    const label = labels[`home_proof_${number}_label`]
    return value && label ? [{ value, label }] : []
  })
}
