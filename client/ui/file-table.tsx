// Table of downloads with type, size and language.
import type { FilesInOther, LinkedFile } from '../files-in-other.ts'
import { useSite } from '../site.tsx'
import { DateText } from './date.tsx'
import { FileLanguages, FileLink, fileDetails } from './file-link.tsx'

type FileRow = LinkedFile & {
  description?: string | undefined
  version?: string | undefined
  published_at?: string | undefined
  sha256?: string | undefined
}

type Props = { files: FileRow[]; inOther?: FilesInOther | undefined; caption: string; full?: boolean }

/** Files without a safe URL are left out. `full` shows version, date and checksum. */
export function FileTable({ files, inOther, caption, full = false }: Props) {
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
            <FileLine key={file.url + file.name} {...{ file, inOther, full, hasLanguages }} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type LineProps = Pick<Props, 'inOther'> & { file: FileRow; full: boolean; hasLanguages: boolean }

/** A row; narrow screens have one column, with the details and the languages below the name. */
function FileLine({ file, inOther, full, hasLanguages }: LineProps) {
  const { t } = useSite()
  const { type, size } = fileDetails(file)
  const version = full && file.version ? `${t('file.version')} ${file.version}` : ''
  // Opened details stay with their row; one with other columns is another row.
  const part = full ? file.url + file.name + hasLanguages : undefined
  return (
    <tr data-page-part={part}>
      <td className="file-cell">
        <FileLink file={file} className="file-name icon-file" />
        <p className="file-note file-facts">
          {[type, size, version].filter(Boolean).join(' · ')}
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
      {hasLanguages && (
        <td className="file-languages">
          <FileLanguages file={file} inOther={inOther} />
        </td>
      )}
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
