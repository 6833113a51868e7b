// What has to hold with a real content system: every route in both languages, search, sitemaps, feeds, files, secrets.
import { readFile } from 'node:fs/promises'
import { localizePath } from '../../shared/href.ts'
import { type Locale, languageTag } from '../../shared/locale.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'
import { routeIds, routeName, routeOf } from '../../shared/routes.ts'
import { defaultSections } from '../../shared/sections.ts'
import { checkOutage, checkPreview, checkWebhooks } from './check-changes.ts'
import type { Cms } from './cms.ts'
import { waitFor } from './process.ts'
import { createVisitor, type Page, type Visitor } from './visitor.ts'

type Options = { url: string; log: string; cms: Cms; env: Record<string, string> }

const sections = ['/', '/news', '/product', '/service', '/solution', '/about', '/contact', '/download']
/** Pages that no list of the sample names, or links name with a query. */
const others = ['/detail_tl-mag', '/detail_2025-09-wiper-trial', '/about/company', '/product/compare']
/** An index of manuals is optional in the contract, and no content system has one. */
const optionalRoutes: string[] = ['manual-list']
const locales = ['zh', 'en'] as const

/** Prints a line for each condition; resolves with whether all hold. */
export async function checkSite({ url, log, cms, env }: Options): Promise<boolean> {
  const visitor = createVisitor(url)
  const operator = env['OPS_TOKEN'] ?? ''
  await waitFor('readyz', async () => (await fetch(`${url}/readyz`)).ok)
  const paths: Record<Locale, string[]> = { zh: [], en: [] }
  for (const locale of locales)
    paths[locale] = await checkPages(visitor, locale, [...optionalRoutes, ...cms.missingRoutes])
  await checkSearch(visitor)
  await checkLists(visitor)
  await checkFiles(visitor, cms.closedPaths)
  await checkPreview(visitor, cms, operator)
  await checkWebhooks(visitor, cms)
  await checkOutage(visitor, cms, operator, [...paths.zh, ...paths.en])
  const tokens = [env['API_TOKEN'], env['API_TOKEN_EN']].flatMap((token) => token || [])
  await checkSecrets(visitor, log, [...cms.hidden, ...tokens], await basesIn(env))
  return visitor.isGood()
}

/** Every page that a visitor reaches in two steps from a section; resolves with their paths. */
async function checkPages(visitor: Visitor, locale: Locale, missing: string[]): Promise<string[]> {
  const first = await visitor.all([...sections, ...others].map((path) => localizePath(path, locale)))
  const second = await visitor.all(linksIn(first, locale).filter((path) => !isIn(path, first)))
  const third = await visitor.all(
    linksIn(second, locale).filter((path) => !isIn(path, [...first, ...second])),
  )
  const pages = [...first, ...second, ...third]
  const failed = pages.filter(({ status }) => status !== 200)
  const count = `${pages.length} pages of ${locale}`
  visitor.expect(count, failed.length === 0, failed.map((one) => `${one.path} ${one.status}`).join(' '))
  const other = pages.filter((page) => !hasTitleIn(page, locale))
  visitor.expect(
    `${count}: the title in this language`,
    other.length === 0,
    other.map(({ path }) => path).join(' '),
  )
  const found = new Set(pages.map(({ path }) => pageAt(path)?.route))
  const unseen = routeNames().filter((name) => name !== 'lang' && !missing.includes(name) && !found.has(name))
  visitor.expect(`every route of ${locale}`, unseen.length === 0, unseen.join(' '))
  return pages.map(({ path }) => path)
}

function routeNames(): string[] {
  return routeIds.flatMap((id) => {
    const { pattern, kinds } = routeOf(id)
    const own = defaultSections.list.filter(({ kind }) => kinds?.includes(kind) ?? true)
    return pattern.includes('{section}') ? own.map(({ slug }) => routeName(id, slug)) : [id]
  })
}

const mostOfAStep = 120

function linksIn(pages: Page[], locale: Locale): string[] {
  const links = pages.flatMap(({ body }) => [...body.matchAll(/href="(\/[^"#?]*)"/g)])
  const own = links.map(([, path = '']) => path).filter((path) => pageAt(path)?.locale === locale)
  return [...new Set(own)].slice(0, mostOfAStep)
}

function isIn(path: string, pages: Page[]): boolean {
  return pages.some((page) => page.path === path)
}

function pageAt(path: string): RouteMatch | undefined {
  const target = resolve(path)
  return target.kind === 'page' ? target : undefined
}

/** The heading of the page, or its title where it has no heading. */
function hasTitleIn({ body }: Page, locale: Locale): boolean {
  const title = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? /<title>([^<]*)/.exec(body)?.[1] ?? ''
  const hasHan = /\p{Script=Han}/u.test(title)
  return body.includes(`<html lang="${languageTag(locale)}"`) && hasHan === (locale === 'zh')
}

async function checkSearch(visitor: Visitor): Promise<void> {
  for (const [path, word] of [
    ['/zh/news?keywords=校准', '校准'],
    ['/en/product?keywords=flow', 'flow'],
  ] as const) {
    const { status, body } = await visitor.get(encodeURI(path))
    visitor.expect(`search for ${word}`, status === 200 && /class="(?:card|line)/.test(body))
  }
  for (const [lang, word] of [
    ['zh', '校准'],
    ['en', 'flow'],
  ] as const) {
    const { body } = await visitor.get(`/api/home/search?lang=${lang}&size=6&q=${encodeURIComponent(word)}`)
    const { list = [] } = JSON.parse(body).data ?? {}
    const sections = new Set((list as { kind: string }[]).map(({ kind }) => kind))
    visitor.expect(
      `suggestions for ${word} from several sections`,
      list.length > 3 && sections.size > 1,
      body,
    )
    const page = await visitor.get(`/${lang}?keywords=${encodeURIComponent(word)}`)
    visitor.expect(`the results for ${word}`, page.body.includes(`<mark>${word}`), String(page.status))
  }
}

async function checkLists(visitor: Visitor): Promise<void> {
  for (const locale of locales) {
    const sitemap = `/${locale}/sitemap.xml`
    // The first request starts the walk over all items.
    await waitFor('sitemap', async () => (await visitor.get(sitemap)).status === 200).catch(() => {})
    const { status, body } = await visitor.get(sitemap)
    const isFull = status === 200 && body.split('<loc>').length > 20
    visitor.expect(`sitemap ${locale}`, isFull, `${status} ${body.slice(0, 200)}`)
    const feed = await visitor.get(`${locale === 'zh' ? '' : '/en'}/news/feed.xml`)
    visitor.expect(
      `feed ${locale}`,
      feed.status === 200 && /<(?:item|entry)>/.test(feed.body),
      String(feed.status),
    )
  }
}

async function checkFiles(visitor: Visitor, closedPaths: string[]): Promise<void> {
  const links = visitor.seen.flatMap(({ body }) => body.match(/\/media\/[^"' ,<)]+\.(?:jpg|csv|pdf)/g) ?? [])
  const files = await visitor.all([...new Set(links)].slice(0, 20))
  const failed = files.filter(({ status }) => status !== 200)
  visitor.expect(
    `${files.length} files below /media/`,
    files.length > 5 && failed.length === 0,
    failed.map(({ path, status }) => `${path} ${status}`).join(' '),
  )
  for (const path of closedPaths)
    visitor.expect(`no file at ${path}`, (await visitor.get(path)).status === 404)
}

async function checkSecrets(visitor: Visitor, log: string, hidden: string[], bases: string[]): Promise<void> {
  await visitor.get('/metrics')
  const hosts = bases.map((base) => new URL(base).host)
  const has = (body: string, texts: string[]) => texts.some((text) => body.includes(text))
  const leaks = visitor.seen.filter(({ body }) => has(body, [...hidden, ...hosts]))
  visitor.expect(
    `no token or address in ${visitor.seen.length} responses`,
    leaks.length === 0,
    [...new Set(leaks.map(({ path }) => path))].join(' '),
  )
  visitor.expect('nor in the log', !has(await readFile(log, 'utf8'), [...hidden, ...bases]))
}

/** The base URLs of both languages. */
async function basesIn(env: Record<string, string>): Promise<string[]> {
  const map = await readFile(env['API_MAP'] ?? '', 'utf8').catch(() => '')
  return [env['API_BASE'] ?? '', ...(map.match(/https?:\/\/[\w.:]+/g) ?? [])].filter(Boolean)
}
