// Component kit: titles, links, lists, pictures, tables.
import type { Locale } from '../../shared/locale.ts'
import { useSite } from '../site.tsx'
import { ArticleCollection } from '../ui/article-collection.tsx'
import { DraftsBar } from '../ui/drafts-bar.tsx'
import { FileTable } from '../ui/file-table.tsx'
import { Filters } from '../ui/filters.tsx'
import { Finder } from '../ui/finder.tsx'
import { Gallery } from '../ui/gallery.tsx'
import { Breadcrumb } from '../ui/page-frame.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SearchForm } from '../ui/search-form.tsx'
import { SpecTable } from '../ui/spec-table.tsx'
import { Toc } from '../ui/toc.tsx'
import { articlesIn, texts } from './samples.ts'

const file = {
  url: '/media/files/a.pdf',
  size: 123_456,
  version: '2',
  published_at: '2026-03-02T09:30:00+08:00',
}

export function KitParts({ locale }: { locale: Locale }) {
  const { t } = useSite()
  const { title, text, tags, file: name } = texts[locale]
  const articles = articlesIn(locale)
  /** Chosen, not chosen, and without items. */
  const filterOptions = [2, 1, 0].map((count) => ({
    name: `${count}`,
    count,
    to: '/product',
    isChosen: count === 2,
  }))
  const headings = [...tags, title].map((tag, index) => ({ id: `kit-${index}`, title: tag }))
  return (
    <>
      <DraftsBar status="draft" />
      <Breadcrumb trail={[{ title: t('section.many'), to: '/product' }, { title }]} />
      <h2>{title}</h2>
      <p className="lead">{text}</p>
      <p>
        {text} <em>{tags[0]}</em> <strong>{tags[1]}</strong> <code>RS-485</code> <a href="#kit">{title}</a>
      </p>
      <SearchForm action="/news" label={t('search.label')} keywords={tags[0]} fieldId={`search-${locale}`} />
      <Finder
        id={`finder-${locale}`}
        title={t('finder.product')}
        action="/product"
        facets={articles.map((article) => ({ name: article.title, values: [{ name: tags[0], count: 2 }] }))}
        topics={[{ name: tags[0], count: 2 }]}
        chosen={{ tag: '', filter: [`${title}:${tags[0]}`] }}
        others={{}}
      />
      <Filters rows={[{ title: tags[0], options: filterOptions }]} />
      <Pagination page={5} pages={12} hrefOf={(page) => `/news?page=${page}`} />
      <Toc headings={headings} title={t('article.toc')} />
      <ArticleCollection articles={articles} category="product" level={3} />
      <ArticleCollection articles={articles} category="news" level={3} />
      <Gallery pictures={articles.map(({ cover }) => ({ url: cover ?? '', alt: title }))} />
      <Gallery pictures={[{ url: '', alt: title }]} />
      <SpecTable specs={tags.map((tag) => ({ name: tag, value: text }))} />
      <FileTable
        files={[{ ...file, name, description: text, sha256: 'ab12'.repeat(16) }]}
        caption={name}
        full
      />
      <p className="empty">{t('list.empty')}</p>
      <p className="quiet pending">{t('block.loading')}</p>
    </>
  )
}
