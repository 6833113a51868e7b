// Every page kind of the small content folder.
import type { Locale } from '../../shared/locale.ts'

type PageExpected = {
  /** Unprefixed. */
  path: string
  /** The unprefixed canonical path, where it differs. */
  canonical?: string
  route: string
  /** Title of the page itself; on the home page, of the site. */
  title: Record<Locale, string>
  /** A title in the deferred part. */
  deferred?: Record<Locale, string>
}

export const siteTitles: Record<Locale, string> = { zh: '水表厂', en: 'Meter Works' }

export const variants = [
  { prefix: '', locale: 'zh', tag: 'zh-CN' },
  { prefix: '/zh', locale: 'zh', tag: 'zh-CN' },
  { prefix: '/en', locale: 'en', tag: 'en-US' },
] as const

type Row = [path: string, route: string, zh: string, en: string, deferredZh?: string, deferredEn?: string]
const rows: Row[] = [
  ['/', 'home', siteTitles.zh, siteTitles.en, '查漏', 'Leakage'],
  ['/contact', 'contact', '联系', 'Contact'],
  ['/news', 'news-list', '新闻', 'News'],
  ['/product', 'product-list', '产品', 'Products'],
  ['/service', 'service-list', '服务', 'Services'],
  ['/solution', 'solution-list', '解决方案', 'Solutions'],
  ['/news/1', 'news-detail', '展会', 'The fair', '价格', 'New prices'],
  ['/product/11', 'product-detail', '甲表', 'Meter A', '丙表', 'Meter C'],
  ['/service/21', 'service-detail', '维修', 'Repair', '踏勘', 'Survey'],
  ['/solution/31', 'solution-detail', '查漏', 'Leakage', '灌区', 'Irrigation'],
  ['/news/1/4', 'news-sub-detail', '第一天', 'Day one', '放假', 'Holidays'],
  ['/product/11/12', 'product-sub-detail', '甲表附件', 'Kit for A', '丙表', 'Meter C'],
  ['/about', 'about', '公司', 'Company'],
  ['/about/2', 'about', '历史', 'History'],
  ['/about/history', 'about', '历史', 'History'],
  ['/download', 'download', '资料', 'Documents'],
  ['/download37', 'download', '软件', 'Software'],
  ['/manual/1', 'manual', '手册', 'Manual A'],
  ['/detail_the-fair', 'detail', '展会', 'The fair', '价格', 'New prices'],
]
const canonicals: Record<string, string> = { '/about/history': '/about/2', '/detail_the-fair': '/news/1' }

export const pages = rows.map(([path, route, zh, en, deferredZh, deferredEn]): PageExpected => {
  const deferred = deferredZh && deferredEn && { zh: deferredZh, en: deferredEn }
  const canonical = canonicals[path]
  return { path, route, title: { zh, en }, ...(deferred && { deferred }), ...(canonical && { canonical }) }
})

/** The path of a page in a variant: `/en` for the English home page. */
export function pathIn(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : prefix + path
}
