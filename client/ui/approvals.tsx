// Band of approvals: the certificates among some files, each a link to its file.
import type { ReactNode } from 'react'
import type { Article } from '../../shared/content/content.ts'
import { useSite } from '../site.tsx'
import { FileDetails, FileLink } from './file-link.tsx'

/** The band, or nothing where no file has an approval. `children`: below the list. */
export function Approvals({ files, children }: { files: Article['documents']; children?: ReactNode }) {
  const { t } = useSite()
  const certificates = files.filter(({ approval, url }) => approval && url !== '')
  if (certificates.length === 0) return null
  return (
    <section className="approvals">
      <h2>{t('approvals.title')}</h2>
      <ul className="approvals-list">
        {certificates.map((file) => (
          <li key={file.url + file.name}>
            <strong>{file.approval}</strong>
            <FileLink file={file} />
            <small className="file-note">
              <FileDetails file={file} />
            </small>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
