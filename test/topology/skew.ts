// Rolling update (version skew): servers of two builds behind one load balancer.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { request } from 'undici'
import { distDir, personAgent } from '../helpers/site.ts'
import type { Scenario } from './scenarios.ts'
import { readManifest } from './visits.ts'

export const nextId = 'thenextbuild'
const mostVisitors = 30

/** A build like this one with another id and another application; it includes this one's files, as build.mjs does. */
async function createNextBuild(t: Test): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'next-build-'))
  t.teardown(() => rm(dist, { recursive: true, force: true }))
  cpSync(distDir, dist, { recursive: true })
  const manifest = readManifest()
  const script = manifest.application
  const next = script.replace(/-\w+\.js$/, '-NEXTBUILD.js')
  for (const end of ['', '.br', '.gz', '.zst']) cpSync(join(dist, script + end), join(dist, next + end))
  const text = readFileSync(join(dist, 'manifest.json'), 'utf8')
  writeFileSync(join(dist, 'manifest.json'), text.replaceAll(script, next).replaceAll(manifest.id, nextId))
  return dist
}

/** The URLs of a page's files. */
function filesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path))]
}

async function get(url: string) {
  const { statusCode, body } = await request(url, {
    headers: { 'user-agent': personAgent, accept: 'text/html' },
  })
  return { status: statusCode, text: await body.text() }
}

/** A visitor: a page, its files, and the payload of the next page, each from any of the servers. */
async function visit(url: string) {
  const failed: string[] = []
  const page = await get(`${url}/news`)
  const build = /data-build="(\w+)"/.exec(page.text)?.[1] ?? ''
  if (page.status !== 200 || !page.text.endsWith('</html>')) failed.push(`the page: ${page.status}`)
  for (const path of filesIn(page.text)) {
    const { status } = await get(url + path)
    if (status !== 200) failed.push(`${path} of ${build}: ${status}`)
  }
  const payload = await get(`${url}/product/_payload.json?${build}`)
  if (payload.status !== 200 && payload.status !== 409) failed.push(`the payload: ${payload.status}`)
  return { failed, build, isRefused: payload.status === 409 }
}

/** From one build to the next, server by server, with visitors at each step. */
export const skew: Scenario = async (world, { visitors }) => {
  const next = await createNextBuild(world.scope)
  const visits: Awaited<ReturnType<typeof visit>>[] = []
  const come = async () => {
    const all = Array.from({ length: Math.min(visitors, mostVisitors) }, () => visit(world.url))
    visits.push(...(await Promise.all(all)))
  }
  await come()
  for (const server of world.servers) {
    await server.stop()
    await server.start(next)
    await come()
  }
  const met = (build: string) => visits.filter((one) => one.build === build).length
  return {
    requests: visits.length,
    failed: visits.flatMap((one) => one.failed),
    mostFailed: 0,
    p99Ms: 0,
    visitsOfOld: visits.length - met(nextId),
    visitsOfNext: met(nextId),
    refusedPayloads: visits.filter(({ isRefused }) => isRefused).length,
  }
}
