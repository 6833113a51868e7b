// What is on every page of the site, as the site files of a content folder: base configuration, menu, labels, banners, form.
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { brandKeys } from '../../sources/markdown/brand.ts'
import type { AddressOf, SiteReads, System } from '../../sources/systems/source.ts'
import { isObject, type Json, objectOf, objectsOf } from '../../sources/systems/values.ts'

/** The only position that a page shows. */
const position = 'home'

/** Texts by file. `systemIn`: a System for the requests of one step. */
export async function readSiteFiles(
  reads: SiteReads,
  systemIn: (locale: Locale) => System,
  addressOf: AddressOf,
): Promise<Record<string, string>> {
  const inLanguages = async (read: (system: System) => Promise<unknown>) => ({
    zh: await read(systemIn('zh')),
    en: await read(systemIn('en')),
  })
  const base = objectOf(await reads.siteConfig(systemIn('zh')))
  const { site, brand } = siteAndBrand(base)
  const labels = await inLanguages((system) => reads.labels(system))
  const banners = await inLanguages((system) => reads.banners(position, system))
  const files = {
    site,
    brand,
    menu: (await reads.menu(systemIn('zh'), addressOf)) ?? [],
    labels: labelsOf(labels),
    banners: { [position]: bannersOf(banners) },
    form: (await reads.form?.()) ?? [],
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, value]) => [
      `${name}.yaml`,
      `${JSON.stringify(value, undefined, 1)}\n`,
    ]),
  )
}

/** The keys of the call in the two files that have them. */
function siteAndBrand({ zh, en, languages, sections, time_zone, ...rest }: Json): {
  site: Json
  brand: Json
} {
  const texts = { zh: objectOf(zh), en: objectOf(en) }
  const partOf = (locale: Locale, isBrand: boolean) =>
    Object.fromEntries(
      Object.entries(texts[locale]).filter(([name]) => brandKeys.facts.includes(name) === isBrand),
    )
  const own = Object.entries(rest).filter(([name]) => brandKeys.root.includes(name))
  const { redirects } = rest
  return {
    site: {
      languages,
      sections,
      time_zone,
      zh: partOf('zh', false),
      en: partOf('en', false),
      ...(redirects !== undefined && { redirects }),
    },
    brand: { ...Object.fromEntries(own), zh: partOf('zh', true), en: partOf('en', true) },
  }
}

type InLanguages = Record<Locale, unknown>

function labelsOf(labels: InLanguages): Json {
  const names = new Set(locales.flatMap((locale) => Object.keys(objectOf(labels[locale]))))
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Object.fromEntries(
        locales.flatMap((locale) => {
          const text = objectOf(labels[locale])[name]
          return text === undefined ? [] : [[locale, text]]
        }),
      ),
    ]),
  )
}

/** Banners of the same number are one. */
function bannersOf(banners: InLanguages): Json[] {
  const all = locales.flatMap((locale) => objectsOf(banners[locale]).map((banner) => ({ locale, banner })))
  const byId = Map.groupBy(all, ({ banner }) => Number(banner['id']))
  return [...byId].map(([id, items]) => ({
    id,
    ...Object.fromEntries(
      items
        .filter(({ banner }) => isObject(banner))
        .map(({ locale, banner: { id: _, ...texts } }) => [locale, texts]),
    ),
  }))
}
