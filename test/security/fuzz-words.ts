// What chance requests are put together from: addresses, and what bends them.
import { words } from '../helpers/words.ts'

export const paths = words(`
  / /en /news /en/news /en/news/1 /product/11/12 /about/company /download37 /manual/1 /contact /detail_the-fair
  /sitemap.xml /en/sitemap.xml /robots.txt /livez /readyz /metrics /api/home/about/1 /api/home/article/list/news
  /api/home/block/label /api/home/form/:name /api/home/x /media/files/sheet.txt /media/images/pump-1200x675.svg
  /assets/ /favicon.svg /builds/latest.json /language/en /__nuxt_island/RecommendedArticles_x.json
  /_payload.json /en/news/1/_payload.json /ops/purge /.well-known/security.txt /fr /nothing/here
`)
export const methods = words('GET GET GET GET HEAD POST POST PUT DELETE PATCH OPTIONS TRACE PROPFIND get')
export const bends = [
  ...words(String.raw`
    .. . / // \ ; %2e %2f %5c %00 %0d%0a %c0%ae % %zz %ff # ? & = " <script> ' $%7Bx} {{x}} __proto__ %252e ~ @ :80 *
    /_payload.json .json .css .br /..;/ %u002e EN 水
  `),
  ...['\xff', '\x80', '\x7f', '\x01', '\t', ' ', '`', '9'.repeat(30), 'a'.repeat(3000)],
]
export const parameters = [
  ...words(`
    keywords page page_size topic product sent missing lang props to id __proto__[x] constructor a[] keywords[]
    page[0] utm_source q sort %6beywords
  `),
  '',
]
export const values = [
  ...words(`
    1 2 -1 0 1e9 99999999999999999999 NaN x 水 %E6%B0%B4 %C4%E3 %00 [] {} null <script>alert(1)</script>
    //evil.example {"locale":"en","id":1} ../../etc/passwd
  `),
  ...['', "' OR 1=1--", 'a'.repeat(2000)],
]
