// From one build to another and back, server by server under load: visitors get each page, its styles and programs, and send forms.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { request } from 'undici'
import { copyProject, runIn } from '../../helpers/project-copy.ts'
import { distDir, personAgent } from '../../helpers/site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'
import type { World } from './world.ts'

const concurrentVisitors = 6
const visitsOfStep = 60
const pages = ['/news', '/en/product', '/about', '/en', '/news/1001', '/contact']

/** A build of the same site with another stylesheet, and other names of its programs. */
export async function createNextBuild(t: Test): Promise<string> {
  const root = temporaryFolder(t, 'next-build')
  await copyProject(root)
  appendFileSync(join(root, 'client/styles/main.css'), '\n.next-build {\n  color: red;\n}\n')
  await runIn(root, process.execPath, ['build.mjs'])
  return join(root, 'dist')
}

/** The files that a page or a program names. */
function filesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/["'](\/assets\/[\w.-]+)["']/g)].map(([, file = '']) => file))]
}

/** Resolves with the failures, and the builds that were met. */
export async function upgrade({ url, servers, origin }: World, next: string) {
  const failed: string[] = []
  const builds = new Set<string>()
  /** The files of all pages so far, which an open page or a cache in front may request at any time. */
  const files = new Set<string>()
  const keys = new Set<string>()
  const counts = { visits: 0, otherBuild: 0, sentAgain: 0 }
  let isOver = false

  const get = async (path: string, expected = [200], options: Parameters<typeof request>[1] = {}) => {
    const headers = { 'user-agent': personAgent, accept: 'text/html', ...options.headers }
    try {
      const { statusCode, body } = await request(url + path, { ...options, headers })
      const text = await body.text()
      if (!expected.includes(statusCode)) failed.push(`${path}: ${statusCode} ${text.slice(0, 200)}`)
      return { status: statusCode, text }
    } catch (error) {
      failed.push(`${path}: ${error}`)
      return { status: 0, text: '' }
    }
  }
  /**
   * A connection may be closed just when a form is sent over it; nginx then responds 502, and the visitor sends again, with
   * the same key.
   */
  const send = async () => {
    const key = `message-${keys.size}`
    keys.add(key)
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const body = JSON.stringify({ name: 'Ada', contact: 'ada@example.com', message: `Hello from ${key}` })
    const attempt = (expected: number[]) =>
      get('/api/home/form/:name', expected, { method: 'POST', headers, body })
    let sent = await attempt([200, 502])
    if (sent.status === 502) {
      counts.sentAgain++
      sent = await attempt([200])
    }
    if (!sent.text.includes('"success":true')) failed.push(`the form: ${sent.text}`)
  }
  const visit = async (path: string) => {
    const { text } = await get(path)
    const [, build = ''] = /data-build="(\w+)"/.exec(text) ?? []
    builds.add(build)
    const named = filesIn(text)
    const needed = ['.css', '.js'].every((ending) => named.some((file) => file.endsWith(ending)))
    if (!text.endsWith('</html>') || !needed) failed.push(`${path}: not a whole page`)
    for (const file of named) for (const other of [file, ...filesIn((await get(file)).text)]) files.add(other)
    const payload = await get(`/product/_payload.json?${build}`, [200, 409])
    if (payload.status === 409) counts.otherBuild++
    if (path === '/contact') await send()
    counts.visits++
  }
  const visitor = async (first: number) => {
    for (let at = first; !isOver; at++) await visit(pages[at % pages.length]!)
  }
  const visitors = Promise.all(Array.from({ length: concurrentVisitors }, (_, at) => visitor(at)))
  const visited = async () => {
    const before = counts.visits
    await until(() => counts.visits >= before + visitsOfStep)
  }

  await visited()
  for (const dist of [next, distDir])
    for (const server of servers) {
      await server.stop()
      await visited()
      await server.start(dist)
      await visited()
      // One after the other at each server.
      for (const file of files) for (const _ of servers) await get(file)
    }
  isOver = true
  await visitors
  const isKept = (key: string) => origin.requests.some(({ headers }) => headers['idempotency-key'] === key)
  await until(() => [...keys].every(isKept), { what: 'each message is at the content API' })
  return { failed, builds: builds.size, files: files.size, ...counts }
}
