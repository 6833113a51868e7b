// Link to a file, and what lists say of it: its language, type and size.
import { fileType, formatSize } from '../../shared/format.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { type Locale, languageTag } from '../../shared/locale.ts'

export type LinkedFile = {
  name: string
  language?: Locale | undefined
  url: string
  size?: number | undefined
}

type Props = { file: LinkedFile; className?: string }

export function FileLink({ file: { name, language, url }, className }: Props) {
  return (
    <a className={className} href={url} hrefLang={language && languageTag(language)} download>
      {name}
    </a>
  )
}

/** Each is '' where it is not known. */
export function factsOf({ language, url, size }: LinkedFile, t: Translate) {
  return {
    language: language ? t(`file.language.${language}`) : '',
    type: fileType(url),
    size: size === undefined ? '' : formatSize(size),
  }
}
