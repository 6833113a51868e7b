// The calls about single pages: about, download, manual.
import type { Download } from '../../shared/content/content.ts'
import { idFrom } from './ask.ts'
import type { Asked } from './call.ts'
import type { SentAbout, SentManual } from './page-shelves.ts'

export function about({ param, lang, library }: Asked): SentAbout | undefined {
  return library[lang].abouts.byId.get(idFrom(param))
}

export function aboutInfo({ param, lang, library }: Asked): SentAbout | undefined {
  return library[lang].abouts.bySign.get(param)
}

export function download({ param, lang, library }: Asked): Download | undefined {
  return library[lang].downloads.get(idFrom(param))
}

export function manual({ param, lang, library }: Asked): SentManual | undefined {
  return library[lang].manuals.get(idFrom(param))
}
