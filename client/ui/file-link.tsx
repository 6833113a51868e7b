// Links to a file and to a manual, and what lists say of it: its language, with a link to the same file in the other one, type and size.
import { Fragment, type ReactNode } from 'react'
import { fileType, formatSize } from '../../shared/format.ts'
import { href } from '../../shared/href.ts'
import { languageTag } from '../../shared/locale.ts'
import { Deferred } from '../deferred.tsx'
import type { FilesInOther, LinkedFile } from '../files-in-other.ts'
import { useSite } from '../site.tsx'

type Props = { file: LinkedFile; className?: string; children?: ReactNode }

/** `children`: instead of the name. */
export function FileLink({ file: { name, language, url }, className, children = name }: Props) {
  return (
    <a
      className={className}
      href={useSite().media.urlOf(url)}
      hrefLang={language && languageTag(language)}
      download
    >
      {children}
    </a>
  )
}

export function ManualLink({ id, title }: { id: number; title: string }) {
  return (
    <a className="arrow" href={href('manual', { id }, useSite().language)}>
      {title}
    </a>
  )
}

type DetailsProps = { file: LinkedFile; inOther?: FilesInOther | undefined }

/** The name of the file is said in the link to the other one, too. */
export function FileLanguages({ file: { name, language, url }, inOther }: DetailsProps) {
  const { t } = useSite()
  if (!language) return null
  const linkTo = (other: LinkedFile | undefined) =>
    other?.language && (
      <>
        {' · '}
        <FileLink file={other} className="in-other">
          <span className="visually-hidden">{name} </span>
          <span lang={languageTag(other.language)}>{t(`language.${other.language}`)}</span>
        </FileLink>
      </>
    )
  return (
    <>
      {t(`file.language.${language}`)}
      {inOther && (
        <Deferred of={inOther} failed={null}>
          {(files) => linkTo(files.get(url))}
        </Deferred>
      )}
    </>
  )
}

/** Language, type and size in one line. */
export function FileDetails({ file, inOther }: DetailsProps) {
  const { type, size } = fileDetails(file)
  const languages = file.language && <FileLanguages file={file} inOther={inOther} />
  return [languages, type, size].filter(Boolean).map((fact, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {fact}
    </Fragment>
  ))
}

/** Type and size; '' for one that is not known. */
export function fileDetails({ url, size }: LinkedFile) {
  return { type: fileType(url), size: size === undefined ? '' : formatSize(size) }
}
