// Files of an article: its attachments and, of a product, the downloads and manuals that belong to it.
import type { Article } from '../../shared/content/content.ts'
import { fileType } from '../../shared/format.ts'
import type { FilesInOther } from '../files-in-other.ts'
import { useSite } from '../site.tsx'
import { ManualLink } from './file-link.tsx'
import { FileTable } from './file-table.tsx'

export function hasFiles({ attachments, documents, manuals }: Article): boolean {
  return attachments.length + documents.length + manuals.length > 0
}

export function ArticleFiles({ article, inOther }: { article: Article; inOther: FilesInOther }) {
  const { t } = useSite()
  const { attachments, documents, manuals } = article
  const files = [...attachments, ...documents]
  const drawings = files.filter(isDrawing)
  const texts = files.filter((file) => !isDrawing(file))
  return (
    <>
      {manuals.length > 0 && (
        <ul className="manual-links">
          {manuals.map(({ id, title }) => (
            <li key={id}>
              <ManualLink id={id} title={title} />
            </li>
          ))}
        </ul>
      )}
      {texts.length > 0 && <FileTable files={texts} inOther={inOther} caption={t('article.attachments')} />}
      {drawings.length > 0 && (
        <>
          <h3>{t('product.drawings')}</h3>
          <FileTable files={drawings} inOther={inOther} caption={t('product.drawings')} />
        </>
      )}
    </>
  )
}

/** Files of CAD programs, in two or three dimensions, and models of buildings. */
const drawingTypes = ['DWG', 'DXF', 'STEP', 'STP', 'IGES', 'IGS', 'SAT', 'IFC', 'RFA']

function isDrawing({ url }: { url: string }): boolean {
  return drawingTypes.includes(fileType(url))
}
