// Content folders of an owner's first day: the one that `new` writes, and one with a few files only.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { localizePath } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'
import { routeIds, routeOf } from '../../shared/routes.ts'
import { defaultSections } from '../../shared/sections.ts'
import { createFolder, page } from '../content/world.ts'
import { words } from './words.ts'

const starterFolder = join(import.meta.dirname, '../../server/content/starter')

/** One product, two news and one about page; no YAML file, one language. */
function fewFiles(t: Test): string {
  return createFolder(t, {
    'product/pump.zh.md': page('id: 101\ntitle: 水泵', '一台水泵。'),
    'news/one.zh.md': page('id: 1\ntitle: 开业\npublished_at: 2026-01-05', '今天开业。'),
    'news/two.zh.md': page('id: 2\ntitle: 搬家\npublished_at: 2026-02-05', '我们搬家了。'),
    'about/us.zh.md': page('id: 7\ntitle: 关于我们', '我们做水泵。'),
  })
}

/** As `new` copies it. */
function starter(t: Test): string {
  const folder = createFolder(t, {})
  cpSync(starterFolder, folder, { recursive: true })
  return folder
}

type OwnerFolder = {
  name: string
  create: (t: Test) => string
  /** Parameters of the items that exist, by route; a sub-item exists in none. */
  items: Record<string, string[]>
  /** Unprefixed paths that may be 404: there is no such item. */
  absent: string[]
}

export const ownerFolders: OwnerFolder[] = [
  {
    name: 'the folder that new writes',
    create: starter,
    items: {
      'news-detail': ['/news/1', '/news/2'],
      'product-detail': ['/product/101'],
      'service-detail': ['/service/201'],
      'solution-detail': ['/solution/301'],
      about: ['/about', '/about/1', '/about/company', '/about/contact'],
      download: ['/download', '/download36'],
      manual: ['/manual/1'],
      detail: ['/detail_privacy'],
    },
    absent: [],
  },
  {
    name: 'a folder with one product, two news and one about page',
    create: fewFiles,
    items: {
      'news-detail': ['/news/1', '/news/2'],
      'product-detail': ['/product/101'],
      about: ['/about', '/about/7'],
      download: ['/download'],
    },
    absent: ['/service/1', '/solution/1', '/manual/1', '/detail_privacy'],
  },
]

const missing = words(`
  /news/99 /news/1/99 /product/101/99 /about/99 /download99 /manual/99 /detail_none
`)

/** One address of each kind of response: pages that must be there, and pages that may be or must be missing. */
export function pathsOf({ items, absent }: OwnerFolder, locale: Locale) {
  const patterns = routeIds.map((route) => routeOf(route).pattern).filter((one) => !one.includes('{'))
  const fixed = [...patterns, ...defaultSections.slugs.map((category) => `/${category}`), '/product/compare']
  const queries = ['/news?page=2', '/news?keywords=zzz', '/product?keywords=pump']
  const localized = (paths: string[]) => paths.map((path) => localizePath(path, locale))
  return {
    present: localized([...fixed, ...queries, ...Object.values(items).flat()]),
    missing: localized(missing),
    either: localized(absent),
  }
}
