// One line of a list: a date or a name, title, summary, picture.
import type { ReactNode } from 'react'
import type { ImageCopies } from '../../shared/content/content.ts'
import { Picture } from './picture.tsx'

type Props = {
  level: 2 | 3
  /** Before the title; null: nothing. */
  note: ReactNode
  /** '': a title without a link. */
  to: string
  title: ReactNode
  summary: ReactNode
  cover?: string | undefined
  copies?: ImageCopies | undefined
  focus?: string | undefined
  /** Above the summary. */
  children?: ReactNode
}

const pictureSizes = '12.5rem'

export function Line({ level, note, to, title, summary, cover, copies, focus, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <article className={cover ? 'line with-picture' : 'line'}>
      {note !== null && <p className="line-date">{note}</p>}
      <div>
        <Heading className="line-title">{to ? <a href={to}>{title}</a> : title}</Heading>
        {children}
        {summary && <p className="line-summary">{summary}</p>}
      </div>
      {cover && <Picture url={cover} copies={copies} focus={focus} alt="" sizes={pictureSizes} />}
    </article>
  )
}
