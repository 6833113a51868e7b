// Table of downloads with type, size and language.
import { useSite } from '../site.tsx'
import { DateText } from './date.tsx'
import { FileLink, fileDetails, type LinkedFile } from './file-link.tsx'

type FileRow = LinkedFile & {
  description?: string | undefined
  version?: string | undefined
  published_at?: string | undefined
  sha256?: string | undefined
}

type Props = { files: FileRow[]; caption: string; full?: boolean }

/** Files without a safe URL are left out. `full` shows version, date and checksum. */
export function FileTable({ files, caption, full = false }: Props) {
  const { t } = useSite()
  const safe = files.filter((file) => file.url !== '')
  const hasLanguages = safe.some(({ language }) => language)
  return (
    <section className="table-scroll" aria-label={caption} data-page-part="results">
      <table className="file-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead data-page-part="head">
          <tr>
            <th scope="col">{t('file.name')}</th>
            {hasLanguages && <th scope="col">{t('file.language')}</th>}
            <th scope="col">{t('file.type')}</th>
            <th scope="col">{t('file.size')}</th>
            {full && <th scope="col">{t('file.version')}</th>}
            {full && <th scope="col">{t('file.date')}</th>}
          </tr>
        </thead>
        <tbody>
          {safe.map((file) => (
            <FileLine key={file.url + file.name} {...{ file, full, hasLanguages }} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** On narrow screens there is one column, with the details below the name. */
function FileLine({ file, full, hasLanguages }: { file: FileRow; full: boolean; hasLanguages: boolean }) {
  const { t } = useSite()
  const { language, type, size } = fileDetails(file, t)
  const version = full && file.version ? `${t('file.version')} ${file.version}` : ''
  // Opened details stay with their row; one with other columns is another row.
  const part = full ? file.url + file.name + hasLanguages : undefined
  return (
    <tr data-page-part={part}>
      <td className="file-cell">
        <FileLink file={file} className="file-name icon-file" />
        <p className="file-note file-facts">
          {[language, type, size, version].filter(Boolean).join(' · ')}
          {full && file.published_at && ' · '}
          {full && <DateText iso={file.published_at} />}
        </p>
        {file.description && <p className="file-note">{file.description}</p>}
        {full && file.sha256 && (
          <details className="file-note">
            <summary>{t('file.checksum')}</summary>
            <code>{file.sha256}</code>
          </details>
        )}
      </td>
      {hasLanguages && <td>{language}</td>}
      <td>{type}</td>
      <td>{size}</td>
      {full && <td>{file.version}</td>}
      {full && (
        <td>
          <DateText iso={file.published_at} />
        </td>
      )}
    </tr>
  )
}
