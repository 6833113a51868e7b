// Band of approvals: the certificates among some files, each a link to its file.
import type { ReactNode } from 'react'
import { useSite } from '../site.tsx'
import { FileLink, fileDetails, type LinkedFile } from './file-link.tsx'

type Approved = LinkedFile & { approval?: string | undefined }

/** Nothing where no file has an approval. `children`: below the list. */
export function Approvals({ files, children }: { files: Approved[]; children?: ReactNode }) {
  const { t } = useSite()
  const certificates = files.filter(({ approval, url }) => approval && url !== '')
  if (certificates.length === 0) return null
  return (
    <section className="approvals">
      <h2>{t('approvals.title')}</h2>
      <ul className="approvals-list">
        {certificates.map((file) => (
          <Certificate key={file.url + file.name} file={file} />
        ))}
      </ul>
      {children}
    </section>
  )
}

function Certificate({ file }: { file: Approved }) {
  const { t } = useSite()
  const { language, type } = fileDetails(file, t)
  return (
    <li>
      <strong>{file.approval}</strong>
      <FileLink file={file} />
      <small className="file-note">{[language, type].filter(Boolean).join(' · ')}</small>
    </li>
  )
}
