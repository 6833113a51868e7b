// Default title of a page, from its path.
import t from 'tap'
import { titleFromPath } from '../../shared/head.ts'

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
