// One line of a list: a date or a name, title, summary, picture.
import type { ReactNode } from 'react'
import { Picture, type PictureProps } from './picture.tsx'

type Props = {
  level: 2 | 3
  /** Before the title; null: nothing. */
  note: ReactNode
  /** '': a title without a link. */
  to: string
  title: ReactNode
  summary: ReactNode
  cover?: PictureProps
  /** Above the summary. */
  children?: ReactNode
}

const pictureSizes = '12.5rem'

export function Line({ level, note, to, title, summary, cover, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <article className={cover?.url ? 'line with-picture' : 'line'}>
      {note !== null && <p className="line-date">{note}</p>}
      <div>
        <Heading className="line-title">{to ? <a href={to}>{title}</a> : title}</Heading>
        {children}
        {summary && <p className="line-summary">{summary}</p>}
      </div>
      {cover?.url && <Picture {...cover} sizes={pictureSizes} />}
    </article>
  )
}
