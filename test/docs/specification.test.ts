// The words and figures of the specification that others rely on: messages, names and constants. They do not change with the code.
import { globSync } from 'node:fs'
import t from 'tap'
import { calls } from '../../shared/api/calls.ts'
import * as constants from '../../shared/constants.ts'
import { zh } from '../../shared/messages/zh.ts'
import { words } from '../helpers/words.ts'
import { readDocument, root } from './document-parts.ts'

const sources = globSync('{client,server,shared}/**/*.{ts,tsx}', { cwd: root })
const program = sources.map(readDocument).join('\n')

t.test('the messages of the specification are those of the program', async (t) => {
  for (const message of [
    'Page not found: ',
    'Page Not Found: ',
    "Unknown route middleware: '",
    'Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.',
    "Cannot navigate to a URL with '",
    'Server Error',
    '菜单初始化失败',
    '无法获取浏览器指纹',
    '主页 / HOME',
    '中文站点',
    'English Site',
  ])
    t.ok(program.includes(message), message)
  t.strictSame([zh['error.system'], zh['error.transport']], ['系统出错', '服务端错误'])
})

const hooks = words(`
  data-loading-bar data-toast data-type data-repeat data-back-to-top data-menu data-locale-switch data-page data-error-page
  data-reveal data-form data-island data-client data-build dataset['hydrated'] dataset['state'] id="data"
`)
const names = words(`
  i18n_redirected fingerprint Finger-Print Accept-Language s-maxage= /builds/latest.json /builds/meta/ _payload.json /__nuxt_island/
  site:pageview prerendered matcher
`)

t.test('so are names of attributes, header fields, cookies, storage and addresses', async (t) => {
  for (const name of [...hooks, ...names]) t.ok(program.includes(name), name)
})

t.test('the calls of the contract', async (t) => {
  const known = Object.values(calls).map(({ method, path }) => `${method} ${path.replace('/api/home/', '')}`)
  const contract =
    `GET about/{id} · GET about/info/{sign} · GET article/detail/{id} · GET download/{id} · GET article/info/{sign} ·
    GET article/list/{category} · POST article/recommends/{model} · POST block/label · POST block/banner · POST config/base ·
    POST form/{name} · GET manual/{id} · POST route/tree · GET search`.split(/\s+·\s+/)
  for (const call of contract) t.ok(known.includes(call), call)
})

t.test('the constants', async (t) => {
  t.match(constants, {
    locales: ['zh', 'en'],
    languageTags: { zh: 'zh-CN', en: 'en-US' },
    languageCookie: { name: 'i18n_redirected', maxAgeSeconds: 365 * 86_400, path: '/' },
    reloadGuardMs: 10_000,
    requestTimeoutMs: 10_000,
    sharedMaxAgeSeconds: 7200,
    retryAfterLimitMs: 2000,
    retryStatuses: [408, 409, 425, 429, 500, 502, 503, 504],
    resolvingErrorCodes: [40001, 40002, 40003],
    defaultDownloadId: 36,
    buildCheckIntervalMs: 3_600_000,
    manifestDelayMs: 1000,
    prefetchLimit: 4,
    toast: { durationMs: 3000, baseZIndex: 2000, mostRepeats: 99 },
    backToTop: { fromPx: 200, throttleMs: 300 },
    loadingBar: { throttleMs: 200, durationMs: 2000, hideMs: 500, resetMs: 400 },
    reveal: { offsetPx: 120 },
    pageSize: { default: 10, max: 50 },
    siteOffset: '+08:00',
  })
  t.strictSame(constants.canonicalQueryKeys, words('page sort filter search q category tag keywords'))
})
