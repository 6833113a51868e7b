// Head: the title of a page; its default title, from its path.
import t from 'tap'
import type { SiteConfig } from '../../shared/content/site.ts'
import { pageHead, titleFromPath } from '../../shared/head.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'

const siteUrl = 'https://www.site.example'
const config = { zh: { title: '水表厂' }, en: { title: 'Meter Works' } } as SiteConfig
const matchOf = (url: string) => resolve(url) as RouteMatch
const titleOf = (url: string, title: string | undefined, site: SiteConfig | undefined = config) =>
  pageHead({ title }, matchOf(url), { siteUrl, config: site }).title

t.test('a site without an English title shows the Chinese one', async (t) => {
  const chinese = { zh: { title: '水表厂' } } as SiteConfig
  t.equal(titleOf('/en', undefined, chinese), '水表厂')
  t.equal(
    titleOf('/en/news/1', 'The fair', { ...chinese, en: { title: '' } } as SiteConfig),
    'The fair | 水表厂',
  )
})

const titles: [path: string, title: string][] = [
  ['/news', 'News'],
  ['/news/our-history', 'Our History'],
  ['/about/the_art-of.measuring', 'The Art of Measuring'],
  ['/detail_howToInstall', 'Detail How to Install'],
  ['/about/a-meter-for-the-farm', 'A Meter for the Farm'],
  ['/about/of-mice-and-men', 'Of Mice and Men'],
  ['/about/day2Report', 'Day2 Report'],
  ['/about/IP68-report', 'IP68 Report'],
  ['/about/--x__y..', 'X Y'],
  ['/about/%E6%B0%B4-meter', '水 Meter'],
  ['/about/a%20b%2Dc', 'A B C'],
  ['/news/12', '12'],
  ['/news/', 'News'],
  ['/', ''],
]

t.test('the last segment is decoded, split and title-cased', async (t) => {
  for (const [path, title] of titles) t.equal(titleFromPath(path), title, path)
})

t.test('small words are in lower case except in first place', async (t) => {
  const small = 'a an and as at but by for if in is nor of on or the to with'.split(' ')
  for (const word of small) {
    const upper = word.charAt(0).toUpperCase() + word.slice(1)
    t.equal(titleFromPath(`/${word}-x-${word.toUpperCase()}-y`), `${upper} X ${word} Y`)
  }
})
