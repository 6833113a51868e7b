// Links to a file and to a manual, and what lists say of it: its language, type and size.
import { fileType, formatSize } from '../../shared/format.ts'
import { href } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { type Locale, languageTag } from '../../shared/locale.ts'
import { useSite } from '../site.tsx'

export type LinkedFile = {
  name: string
  language?: Locale | undefined
  url: string
  size?: number | undefined
}

type Props = { file: LinkedFile; className?: string }

export function FileLink({ file: { name, language, url }, className }: Props) {
  return (
    <a
      className={className}
      href={useSite().media.urlOf(url)}
      hrefLang={language && languageTag(language)}
      download
    >
      {name}
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

/** Each is '' where it is not known. */
export function fileDetails({ language, url, size }: LinkedFile, t: Translate) {
  return {
    language: language ? t(`file.language.${language}`) : '',
    type: fileType(url),
    size: size === undefined ? '' : formatSize(size),
  }
}
