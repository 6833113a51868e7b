// The example upstream beside the contract: check-api accepts it, and a site in front of it is whole.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { freePort } from '../helpers/free-port.ts'
import { langOf, locsOf } from '../helpers/html.ts'
import { createTestOrigin } from '../helpers/origin.ts'
import { createSite, siteUrl } from '../helpers/site.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { runProgram } from '../server/commands/process.ts'
import { readDocument } from './document-parts.ts'

const name = 'example-server.mjs'
const file = join(import.meta.dirname, '../../shared/api', name)

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const child = spawn(process.execPath, [file, `${port}`], { stdio: ['ignore', 'inherit', 'inherit'] })
t.teardown(() => child.kill())
await until(() => fetch(base).then(Boolean, () => false))

t.test('the document of the contract links it, and it has at most 120 lines', async (t) => {
  t.match(readDocument('shared/api/README.md'), `](${name})`)
  t.ok(readFileSync(file, 'utf8').split('\n').length <= 121)
})

t.test('check-api accepts each call', async (t) => {
  const { out, code } = await runProgram(['check-api'], { API_BASE: base })
  t.equal(code, 0, out)
  t.notMatch(out, /FAILED|left out|there is none|no items|no item is known/)
})

t.test('each page of a site in front of it is whole, in both languages', async (t) => {
  const origin = Object.assign(await createTestOrigin(t, { folder: smallFolder }), { url: base })
  const site = await createSite(t, { origin })
  const bodyOf = async (path: string) => {
    const { statusCode, body } = await site.get(path)
    t.equal(statusCode, 200, path)
    return body
  }
  for (const [lang, prefix, words, tag] of [
    ['zh', '', ['水表厂', '甲型水表', '首批水表交付'], 'zh-CN'],
    ['en', '/en', ['Meter Works', 'Meter A', 'First meters delivered'], 'en-US'],
  ] as const) {
    const sitemap = await bodyOf(`/${lang}/sitemap.xml`)
    const listed = locsOf(sitemap, siteUrl)
    const items = ['/news/1', '/product/2', '/about', '/download1', '/manual/1']
    for (const item of items) t.ok(listed.includes(prefix + item), `${lang}: ${item}`)
    const search = `/${lang}?keywords=${encodeURIComponent(words[1])}`
    for (const path of [...listed, `${prefix}/contact`, search]) {
      const body = await bodyOf(path)
      t.equal(langOf(body), tag, path)
      const shown = body.replaceAll(/<script.*?<\/script>/gs, '')
      const strange = shown.match(/class="[^"]*\bempty\b.{0,80}|.{0,80}(?:undefined|\[object).{0,20}/)?.[0]
      t.equal(strange, undefined, path)
    }
    const home = (await bodyOf(prefix || '/')).replaceAll(/<wbr\/?>|[\u200b\u2060]/g, '')
    for (const word of words) t.match(home, word, `${lang}: the home page`)
  }
  const { warnings, reasons } = JSON.parse(await bodyOf('/readyz'))
  t.strictSame([warnings ?? [], reasons ?? []], [[], []])
  const warned = site.lines.filter(({ level }) => level >= 40)
  t.strictSame(warned, [])
})

t.test('a message that comes twice with one key is one message', async (t) => {
  const send = async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k1' }
    const body = JSON.stringify({ name: 'Li Lei', message: 'Hello' })
    const response = await fetch(`${base}/api/home/form/contact`, { method: 'POST', headers, body })
    return (await response.json()) as { success: boolean; data: { id: string } }
  }
  const first = await send()
  t.equal(first.success, true)
  t.strictSame(await send(), first)
})
