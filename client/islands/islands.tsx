// The registered islands. Only the server imports this file; the module boundaries enforce it.
import type { ReactNode } from 'react'
import type { Api } from '../../shared/api/api.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Island, IslandName, IslandProps } from '../../shared/island.ts'
import { isLocale } from '../../shared/locale.ts'
import { readQuery } from '../../shared/query.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { SettingsElement } from '../document.tsx'
import { SkipLink } from '../layouts/default.tsx'
import type { PageRequest } from '../site.tsx'
import { ArticleCollection } from '../ui/article-collection.tsx'
import { Footer } from '../ui/footer.tsx'
import { Header } from '../ui/header.tsx'

const mostArticles = 12

const islands: {
  [Name in IslandName]: {
    /** Props from a URL; undefined for values that no page of the site uses. */
    read: (value: Record<string, unknown>, sections: SiteSections) => IslandProps[Name] | undefined
    load: (api: Api, props: IslandProps[Name]) => Promise<ReactNode>
  }
} = {
  RecommendedArticles: {
    read({ locale, model, id, limit }, sections) {
      if (!isLocale(locale) || typeof model !== 'string' || !sections.of(model)) return undefined
      if (!isCount(id, Number.MAX_SAFE_INTEGER) || !isCount(limit, mostArticles)) return undefined
      return { locale, model, id, limit }
    },
    async load(api, { model, id, limit }) {
      const articles = await api.articleRecommends({ model }, { id, limit })
      return <ArticleCollection articles={articles} category={model} level={3} />
    },
  },
  Shell: {
    read: ({ locale }) => (isLocale(locale) ? { locale } : undefined),
    async load(api) {
      const [config, menu] = await Promise.all([api.siteConfig({}), api.menu({})])
      const base = { config, menu }
      return (
        <>
          <SkipLink />
          <Header base={base} request={noRequest} />
          <Footer base={base} />
          <SettingsElement />
        </>
      )
    },
  },
}

const noRequest: PageRequest = {
  match: undefined,
  query: readQuery(undefined),
  form: undefined,
  inOther: true,
  searchInOther: undefined,
}

/** Undefined for an unknown name, 'invalid' for props of another shape. */
export function readIsland(
  name: string,
  props: unknown,
  sections: SiteSections,
): Island | 'invalid' | undefined {
  if (!isIslandName(name)) return undefined
  const known = isRecord(props) ? islands[name].read(props, sections) : undefined
  return known ? { name, props: known } : 'invalid'
}

export function loadIsland<Name extends IslandName>(
  { name, props }: Island<Name>,
  api: Api,
): Promise<ReactNode> {
  return islands[name].load(api, props)
}

function isIslandName(name: string): name is IslandName {
  return Object.hasOwn(islands, name)
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
}
