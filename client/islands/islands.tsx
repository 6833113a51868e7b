// The registered islands. Only the server imports this file; the module boundaries enforce it.
import type { ReactNode } from 'react'
import type { Api } from '../../shared/api/api.ts'
import type { IslandName, IslandProps } from '../../shared/island.ts'
import { isLocale } from '../../shared/locale.ts'
import type { Base } from '../../shared/payload.ts'
import { readQuery } from '../../shared/query.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { SettingsElement } from '../document.tsx'
import { SkipLink } from '../layouts/default.tsx'
import type { PageRequest } from '../site.tsx'
import { ArticleCollection } from '../ui/article-collection.tsx'
import { Footer } from '../ui/footer.tsx'
import { Header } from '../ui/header.tsx'

type Definition<Props, Data> = {
  /** Props from a URL; undefined for values that no page of the site uses. */
  read: (value: Record<string, unknown>, sections: SiteSections) => Props | undefined
  load: (api: Api, props: Props) => Promise<Data>
  view: (data: Data, props: Props) => ReactNode
}

const mostArticles = 12

const recommendedArticles: Definition<
  IslandProps['RecommendedArticles'],
  Awaited<ReturnType<Api['articleRecommends']>>
> = {
  read({ locale, model, id, limit }, sections) {
    if (!isLocale(locale) || typeof model !== 'string' || !sections.of(model)) return undefined
    if (!isCount(id, Number.MAX_SAFE_INTEGER) || !isCount(limit, mostArticles)) return undefined
    return { locale, model, id, limit }
  },
  load: (api, { model, id, limit }) => api.articleRecommends({ model }, { id, limit }),
  view: (articles, { model }) => <ArticleCollection articles={articles} category={model} level={3} />,
}

const shell: Definition<IslandProps['Shell'], Base> = {
  read: ({ locale }) => (isLocale(locale) ? { locale } : undefined),
  async load(api) {
    const [config, menu] = await Promise.all([api.siteConfig({}), api.menu({})])
    return { config, menu }
  },
  view: (base) => (
    <>
      <SkipLink />
      <Header base={base} request={noRequest} />
      <Footer base={base} />
      <SettingsElement />
    </>
  ),
}

const noRequest: PageRequest = {
  match: undefined,
  query: readQuery(undefined),
  form: undefined,
  inOther: true,
  searchInOther: undefined,
}

/** An island whose props and data are unknown: what `read` and `load` return is what `load` and `view` take. */
type AnyIsland = {
  read: (value: Record<string, unknown>, sections: SiteSections) => IslandProps[IslandName] | undefined
  load: (api: Api, props: never) => Promise<unknown>
  view: (data: never, props: never) => ReactNode
}

export const islands: Record<IslandName, AnyIsland> = {
  Shell: shell,
  RecommendedArticles: recommendedArticles,
}

export function isIslandName(name: string): name is IslandName {
  return Object.hasOwn(islands, name)
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
}
