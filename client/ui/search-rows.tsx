// Rows of search results: one list with the best first, or the best of each kind below its title.
import { Fragment, type ReactNode } from 'react'
import type { Marked, Search, SearchRow } from '../../shared/content/content.ts'
import { searchHref } from '../../shared/href.ts'
import type { PageQuery } from '../../shared/query.ts'
import { kindTitle } from '../../shared/section-texts.ts'
import { resultHref, resultTitle } from '../result-row.ts'
import { useSite } from '../site.tsx'
import { DateText } from './date.tsx'
import { Picture } from './picture.tsx'

const pictureSizes = '9rem'

export function SearchList({ rows }: { rows: SearchRow[] }) {
  return <Rows rows={rows} level={2} />
}

type Group = { kind: string; rows: SearchRow[]; total: number }

/** The best kind first, as the rows are; kinds without a row at the end. An upstream may have sent a page of all kinds. */
export function groupsOf({ list, counts = {} }: Search, searchKinds: readonly string[]): Group[] {
  const rows = Map.groupBy(list, ({ kind }) => kind)
  const others = searchKinds.filter((kind) => counts[kind] && !rows.has(kind))
  return [...rows.keys(), ...others].map((kind) => {
    const ofKind = rows.get(kind) ?? []
    return { kind, rows: ofKind, total: Math.max(counts[kind] ?? 0, ofKind.length) }
  })
}

type GroupsProps = { groups: Group[]; keywords: PageQuery['keywords'] }

export function SearchGroups({ groups, keywords }: GroupsProps) {
  const { t, locale, language, sections } = useSite()
  return groups.map(({ kind, rows, total }) => {
    const section = kindTitle(kind, sections.of(kind), t, locale)
    return (
      <section key={kind} className="result-group" aria-labelledby={`results-${kind}`}>
        <h2 className="line line-title" id={`results-${kind}`}>
          {section} ({total})
        </h2>
        <Rows rows={rows} level={3}>
          {total > rows.length && (
            <li className="line">
              <a href={searchHref(keywords, language, { kind })}>{t('search.allOf', { total, section })}</a>
            </li>
          )}
        </Rows>
      </section>
    )
  })
}

/** 2: a list of all kinds, each row with its kind; 3: below the title of the kind. */
type Level = 2 | 3

type RowsProps = { rows: SearchRow[]; level: Level; children?: ReactNode }

function Rows({ rows, level, children }: RowsProps) {
  return (
    <ul className="lines">
      {rows.map((row) => (
        <li key={[row.kind, row.id, row.chapter, row.file?.url].join()}>
          <Result row={row} level={level} />
        </li>
      ))}
      {children}
    </ul>
  )
}

function Result({ row, level }: { row: SearchRow; level: Level }) {
  const { language, settings, sections, media } = useSite()
  const to = media.urlOf(resultHref(row, { language, sections, downloadId: settings.downloadId }))
  const title = marked(resultTitle(row))
  const Heading = `h${level}` as const
  return (
    <article className={row.cover ? 'line with-picture' : 'line'}>
      <div>
        <Facts row={row} level={level} />
        <Heading className="line-title">{to ? <a href={to}>{title}</a> : title}</Heading>
        {row.within && !row.chapter && <p className="meta">{row.within}</p>}
        <p className="line-summary">{marked(row.text)}</p>
      </div>
      {row.cover && <Picture url={row.cover} copies={row.cover_sizes} alt="" sizes={pictureSizes} />}
    </article>
  )
}

function Facts({ row, level }: { row: SearchRow; level: Level }) {
  const { t, locale, sections } = useSite()
  const { kind, published_at, status } = row
  const isNamed = level === 2
  if (!isNamed && !published_at && !status) return null
  return (
    <p className="line-date">
      {isNamed && kindTitle(kind, sections.of(kind), t, locale)}
      {isNamed && published_at && ' · '}
      {published_at && <DateText iso={published_at} />}
      {status && ` ${t(`status.${status}`)}`}
    </p>
  )
}

function marked(pieces: Marked) {
  return pieces.map(({ text, mark }, index) =>
    mark ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  )
}
