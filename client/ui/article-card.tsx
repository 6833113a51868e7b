// One article in a list: a card with a picture, or a line with a date.
import type { ReactNode } from 'react'
import type { ArticleSummary } from '../../shared/content/content.ts'
import { articleHref } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { DateText } from './date.tsx'
import { Line } from './line.tsx'
import { coverOf, Picture } from './picture.tsx'
import { Title } from './title.tsx'

// Three, two or one column.
const cardSizes = '(min-width: 66rem) 28rem, (min-width: 44rem) 55vw, 110vw'

type Props = {
  article: ArticleSummary
  parentId: number | undefined
  /** 2 in the main list of a page. */
  level: 2 | 3
  /** Position in the list, from 0. */
  index: number
  /** Search words to be highlighted. */
  keywords: string
}

export function ArticleCard({
  article,
  parentId,
  level,
  index,
  keywords,
  // Not lazy: the product list has its largest contentful paint at 568 instead of 932 ms (1.6 Mbit/s, 150 ms).
  isFirst = level === 2 && index === 0,
  children,
}: Props & {
  /** In the first view. Default: the first card of the main list. */
  isFirst?: boolean
  /** Below the text. */
  children?: ReactNode
}) {
  const { language, t, sections, drawingOf } = useSite()
  const Heading = `h${level}` as const
  return (
    <article className="card">
      <Picture
        {...coverOf(article)}
        url={article.cover || drawingOf(article.category)}
        sizes={cardSizes}
        priority={isFirst}
      />
      <div className="card-text">
        <Heading className="card-title">
          <a href={articleHref(article, language, parentId, sections)}>
            {keywords ? <Highlighted text={article.title} keywords={keywords} /> : <Title of={article} />}
          </a>
        </Heading>
        {article.summary && (
          <p className="card-summary">
            <Highlighted text={article.summary} keywords={keywords} />
          </p>
        )}
        {article.status && <p className="card-tags">{t(`status.${article.status}`)}</p>}
        {article.tags.length > 0 && <p className="card-tags">{article.tags.join(' · ')}</p>}
        {children}
      </div>
    </article>
  )
}

export function ArticleLine({ article, parentId, level, keywords }: Props) {
  const { language, t, sections } = useSite()
  const { status, summary, category, published_at } = article
  return (
    <Line
      level={level}
      note={
        <>
          {sections.kindOf(category) === 'news' && <DateText iso={published_at} />}
          {status && ` ${t(`status.${status}`)}`}
        </>
      }
      to={articleHref(article, language, parentId, sections)}
      title={keywords ? <Highlighted text={article.title} keywords={keywords} /> : <Title of={article} />}
      summary={summary && <Highlighted text={summary} keywords={keywords} />}
      cover={coverOf(article)}
    />
  )
}

function Highlighted({ text, keywords }: { text: string; keywords: string }) {
  if (!keywords) return text
  return highlight(text, keywords).map(({ text: piece, isMatch }, index) =>
    isMatch ? <mark key={index}>{piece}</mark> : piece,
  )
}

/** Splits a text at the words of a search, case-insensitively. */
export function highlight(text: string, keywords: string): { text: string; isMatch: boolean }[] {
  const words = keywords.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text, isMatch: false }]
  // The longest first, because one word may be the prefix of another.
  const escaped = words.toSorted((a, b) => b.length - a.length).map(escapePattern)
  const pieces = text.split(new RegExp(`(${escaped.join('|')})`, 'giu'))
  return pieces.flatMap((piece, index) => (piece ? [{ text: piece, isMatch: index % 2 === 1 }] : []))
}

function escapePattern(word: string): string {
  // In a summary a joiner may follow a hyphen (shared/typography.ts).
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/[-–]/g, '$&\u2060?')
}
