// One URL of every page kind in the fixture content, unprefixed, with its heading in both languages.
import { localizePath } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'

type FixturePage = { route: string; path: string; zh: string; en: string }

const fixturePages: FixturePage[] = [
  { route: 'home', path: '/', zh: '每一方水', en: 'Every cubic metre' },
  { route: 'news-list', path: '/news', zh: '新闻', en: 'News' },
  { route: 'product-list', path: '/product', zh: '产品', en: 'Products' },
  { route: 'service-list', path: '/service', zh: '服务', en: 'Services' },
  { route: 'solution-list', path: '/solution', zh: '解决方案', en: 'Solutions' },
  { route: 'news-detail', path: '/news/1', zh: '展会', en: 'The fair' },
  { route: 'product-detail', path: '/product/11', zh: '甲表', en: 'Meter A' },
  { route: 'service-detail', path: '/service/21', zh: '维修', en: 'Repair' },
  { route: 'solution-detail', path: '/solution/31', zh: '查漏', en: 'Leakage' },
  { route: 'news-sub-detail', path: '/news/1/4', zh: '第一天', en: 'Day one' },
  { route: 'product-sub-detail', path: '/product/11/12', zh: '甲表附件', en: 'Kit for A' },
  { route: 'about', path: '/about', zh: '公司', en: 'Company' },
  { route: 'about', path: '/about/history', zh: '历史', en: 'History' },
  { route: 'contact', path: '/contact', zh: '联系', en: 'Contact' },
  { route: 'sitemap', path: '/sitemap', zh: '站点地图', en: 'Sitemap' },
  { route: 'download', path: '/download', zh: '资料', en: 'Documents' },
  { route: 'download', path: '/download37', zh: '软件', en: 'Software' },
  { route: 'product-compare', path: '/product/compare', zh: '产品对比', en: 'Compare products' },
  { route: 'manual-list', path: '/manual', zh: '使用手册', en: 'Manuals' },
  { route: 'manual', path: '/manual/1', zh: '手册', en: 'Manual A' },
  { route: 'detail', path: '/detail_the-fair', zh: '展会', en: 'The fair' },
]

/** The same pages in one language: path, route and heading. */
export function pagesIn(locale: Locale): { route: string; path: string; heading: string }[] {
  return fixturePages.map((page) => ({
    route: page.route,
    path: localizePath(page.path, locale),
    heading: page[locale],
  }))
}
