// Rows of search results: one list with the best first, or the best of each kind below its title.
import { Fragment, type ReactNode } from 'react'
import type { Marked, Search, SearchRow } from '../../shared/content/content.ts'
import { searchHref } from '../../shared/href.ts'
import type { PageQuery } from '../../shared/query.ts'
import { kindTitle } from '../../shared/section-texts.ts'
import { resultHref, resultTitle } from '../result-row.ts'
import { type Site, useSite } from '../site.tsx'
import { DateText } from './date.tsx'
import { Line } from './line.tsx'
import { coverOf } from './picture.tsx'

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

export function SearchGroups({ groups, keywords }: { groups: Group[]; keywords: PageQuery['keywords'] }) {
  const { t, locale, language, sections } = useSite()
  return groups.map(({ kind, rows, total }) => {
    const section = kindTitle(kind, sections.of(kind), t, locale)
    return (
      <section key={kind} className="result-group" aria-labelledby={`results-${kind}`}>
        <h2 className="line line-title" id={`results-${kind}`}>
          {section} ({total})
        </h2>
        <SearchRows rows={rows} level={3}>
          {total > rows.length && (
            <li className="line">
              <a href={searchHref(keywords, language, { kind })}>{t('search.allOf', { total, section })}</a>
            </li>
          )}
        </SearchRows>
      </section>
    )
  })
}

/** 2: a list of all kinds, each row with its kind; 3: below the title of the kind. */
type Level = 2 | 3

type RowsProps = { rows: SearchRow[]; level: Level; children?: ReactNode }

export function SearchRows({ rows, level, children }: RowsProps) {
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
  return (
    <Line
      level={level}
      note={noteOf(row, level, useSite())}
      to={to}
      title={marked(resultTitle(row))}
      summary={marked(row.text)}
      cover={coverOf(row)}
    >
      {row.within && !row.chapter && <p className="meta">{row.within}</p>}
    </Line>
  )
}

/** The section in a list of all, date, status; null where there is none of them. */
function noteOf({ kind, published_at, status }: SearchRow, level: Level, { t, locale, sections }: Site) {
  const isNamed = level === 2
  if (!isNamed && !published_at && !status) return null
  return (
    <>
      {isNamed && kindTitle(kind, sections.of(kind), t, locale)}
      {isNamed && published_at && ' · '}
      {published_at && <DateText iso={published_at} />}
      {status && ` ${t(`status.${status}`)}`}
    </>
  )
}

function marked(pieces: Marked) {
  return pieces.map(({ text, mark }, index) =>
    mark ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  )
}
