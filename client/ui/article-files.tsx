// Files of an article: its attachments and, of a product, the downloads and manuals that belong to it.
import type { Article } from '../../shared/content/content.ts'
import { href } from '../../shared/href.ts'
import { useSite } from '../site.tsx'
import { FileTable } from './file-table.tsx'

export type WithFiles = Pick<Article, 'attachments' | 'documents' | 'manuals'>

export function hasFiles({ attachments, documents, manuals }: WithFiles): boolean {
  return attachments.length + documents.length + manuals.length > 0
}

export function ArticleFiles({ article, caption }: { article: WithFiles; caption: string }) {
  const { language } = useSite()
  const { attachments, documents, manuals } = article
  return (
    <>
      {manuals.length > 0 && (
        <ul className="manual-links">
          {manuals.map(({ id, title }) => (
            <li key={id}>
              <a className="arrow" href={href('manual', { id }, language)}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      {attachments.length + documents.length > 0 && (
        // Without downloads the list of the loaded data: a stored fragment is found by its identity.
        <FileTable
          files={documents.length > 0 ? [...attachments, ...documents] : attachments}
          caption={caption}
        />
      )}
    </>
  )
}
