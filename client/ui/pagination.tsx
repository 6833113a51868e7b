// Pagination: links to the first and last page of a list and to those around the current one.
import { useSite } from '../site.tsx'

type Props = { page: number; pages: number; hrefOf: (page: number) => string }

export function Pagination({ page, pages, hrefOf }: Props) {
  const { t } = useSite()
  if (pages < 2) return null
  const step = (to: number, rel: 'prev' | 'next', title: string) => (
    <li>
      <a href={hrefOf(to)} rel={rel}>
        {title}
      </a>
    </li>
  )
  return (
    <nav className="pagination" aria-label={t('pagination.label')}>
      <ul>
        {page > 1 && page <= pages && step(page - 1, 'prev', t('pagination.previous'))}
        {pagesShown(page, pages).map((shown, index) => (
          <li key={shown ?? `gap${index}`}>
            {shown ? <PageLink {...{ page, shown, hrefOf }} /> : <span aria-hidden="true">…</span>}
          </li>
        ))}
        {page < pages && step(page + 1, 'next', t('pagination.next'))}
      </ul>
    </nav>
  )
}

/** The text in place of the items of a page that does not exist. */
export function PastEnd({ page, pages, hrefOf }: Props) {
  const { t } = useSite()
  return (
    <>
      {t('list.pastEnd', { page, count: pages })} <a href={hrefOf(1)}>{t('list.first')}</a>{' '}
      {pages > 1 && <a href={hrefOf(pages)}>{t('list.last')}</a>}
    </>
  )
}

function PageLink({ page, shown, hrefOf }: { page: number; shown: number; hrefOf: Props['hrefOf'] }) {
  const { t } = useSite()
  const label = t('pagination.page', { page: shown })
  return (
    <a href={hrefOf(shown)} aria-label={label} aria-current={shown === page ? 'page' : undefined}>
      {shown}
    </a>
  )
}

/** `undefined` is an ellipsis. */
function pagesShown(page: number, pages: number): (number | undefined)[] {
  const wanted = new Set(
    [1, page - 1, page, page + 1, pages].filter((candidate) => candidate >= 1 && candidate <= pages),
  )
  const sorted = [...wanted].sort((a, b) => a - b)
  return sorted.flatMap((shown, index) => {
    const before = sorted[index - 1] ?? 0
    // An ellipsis in the place of one page would hide nothing.
    if (shown - before === 2) return [shown - 1, shown]
    return shown - before > 2 ? [undefined, shown] : [shown]
  })
}
