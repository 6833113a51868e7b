// Every page kind of the small content folder.
import type { Locale } from '../../shared/locale.ts'
import type { RouteId } from '../../shared/routes.ts'

export type PageExpected = {
  /** Unprefixed. */
  path: string
  /** The unprefixed canonical path, where it differs. */
  canonical?: string
  route: RouteId
  /** Of the page itself; on the home page, of the site. */
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

export const pages: PageExpected[] = [
  { path: '/', route: 'home', title: siteTitles, deferred: { zh: '查漏', en: 'Leakage' } },
  { path: '/contact', route: 'contact', title: { zh: '联系', en: 'Contact' } },
  { path: '/news', route: 'news-list', title: { zh: '新闻', en: 'News' } },
  { path: '/product', route: 'product-list', title: { zh: '产品', en: 'Products' } },
  { path: '/service', route: 'service-list', title: { zh: '服务', en: 'Services' } },
  { path: '/solution', route: 'solution-list', title: { zh: '解决方案', en: 'Solutions' } },
  {
    path: '/news/1',
    route: 'news-detail',
    title: { zh: '展会', en: 'The fair' },
    deferred: { zh: '价格', en: 'New prices' },
  },
  {
    path: '/product/11',
    route: 'product-detail',
    title: { zh: '甲表', en: 'Meter A' },
    deferred: { zh: '丙表', en: 'Meter C' },
  },
  {
    path: '/service/21',
    route: 'service-detail',
    title: { zh: '维修', en: 'Repair' },
    deferred: { zh: '踏勘', en: 'Survey' },
  },
  {
    path: '/solution/31',
    route: 'solution-detail',
    title: { zh: '查漏', en: 'Leakage' },
    deferred: { zh: '灌区', en: 'Irrigation' },
  },
  {
    path: '/news/1/4',
    route: 'news-sub-detail',
    title: { zh: '第一天', en: 'Day one' },
    deferred: { zh: '放假', en: 'Holidays' },
  },
  {
    path: '/product/11/12',
    route: 'product-sub-detail',
    title: { zh: '甲表附件', en: 'Kit for A' },
    deferred: { zh: '丙表', en: 'Meter C' },
  },
  { path: '/about', route: 'about', title: { zh: '公司', en: 'Company' } },
  { path: '/about/2', route: 'about', title: { zh: '历史', en: 'History' } },
  { path: '/about/history', canonical: '/about/2', route: 'about', title: { zh: '历史', en: 'History' } },
  { path: '/download', route: 'download', title: { zh: '资料', en: 'Documents' } },
  { path: '/download37', route: 'download', title: { zh: '软件', en: 'Software' } },
  { path: '/manual/1', route: 'manual', title: { zh: '手册', en: 'Manual A' } },
  {
    path: '/detail_the-fair',
    canonical: '/news/1',
    route: 'detail',
    title: { zh: '展会', en: 'The fair' },
    deferred: { zh: '价格', en: 'New prices' },
  },
]

/** The path of a page in a variant: `/en` for the English home page. */
export function pathIn(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : prefix + path
}
