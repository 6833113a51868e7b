// The CPU of one page by stage, from a CPU profile of the site under load: each sample belongs to the stage of the innermost of
// our files, or of a library with a stage of its own, that is on its stack.
import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CallFrame, idle, type Profile, type ProfileNode, profileOf } from './cpu-profile.ts'
import { root } from './process.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** By the beginning of a path below the project; the first that fits. */
const stages: [stage: string, ...paths: string[]][] = [
  ['tags', 'server/origin/content-tags', 'shared/content/signs'],
  ['validation (HTTP)', 'server/origin/validate-response', 'server/origin/call-responses'],
  ['validation (HTTP)', 'server/cache/fetch', 'server/cache/usable-later'],
  ['validation (HTTP)', 'server/cache/semantics/'],
  ['store', 'server/cache/entry', 'server/cache/memory-store'],
  ['store', 'server/cache/encodings', 'node_modules/lru-cache'],
  ['cache lookup', 'server/cache/', 'server/base/target'],
  ['parse', 'server/base/json', 'server/base/read-body'],
  [
    'transport',
    'server/origin/upstream',
    'server/origin/limiter',
    'server/origin/connections',
    'server/base/',
  ],
  ['transport', 'server/origin/transport', 'node_modules/undici', 'server/proxy/', 'server/calls/'],
  ['sanitise', 'server/rich-text/', 'node_modules/sanitize-html', 'node_modules/htmlparser2'],
  ['typography', 'shared/typography', 'shared/word-breaks'],
  ['read', 'shared/content/', 'server/origin/', 'server/store/'],
  [
    'head and JSON-LD',
    'server/render/structured-data',
    'server/render/json-ld',
    'client/head',
    'server/seo/',
  ],
  ['load', 'server/pages/', 'client/routes', 'shared/resolve', 'shared/api/', 'shared/payload'],
  ['render', 'client/', 'server/render/', 'node_modules/react', 'node_modules/i18next', 'shared/'],
  ['response', 'node_modules/', 'server/'],
]
/** Samples without a file of ours on their stack. */
const others: Record<string, string> = {
  '(garbage collector)': 'garbage',
  '(program)': 'native code of Node',
}
const withoutFile = "Node's network and streams"
/** Compression, garbage and the file system; a profile has one thread. */
const otherThreads = 'other threads'
const loadMs = 2500

/** A row for each stage, a column for each page whose item, or all of whose content, is new. */
export async function stageTable(): Promise<object[]> {
  const made = scenarios.filter(({ name }) =>
    /(?:list|article|product), (?:new item|everything new)$/.test(name),
  )
  const pages: Awaited<ReturnType<typeof stagesOf>>[] = []
  for (const scenario of made) pages.push(await stagesOf(scenario))
  const names = [
    ...new Set([...stages.map(([stage]) => stage), withoutFile, ...Object.values(others), otherThreads]),
  ]
  return [...names, 'sum', 'page'].map((stage) => ({
    'CPU, ms a page': stage,
    ...Object.fromEntries(pages.map(({ name, ms }) => [name, (ms.get(stage) ?? 0).toFixed(3)])),
  }))
}

/** Milliseconds of CPU a page, by stage; `page`: by the clock of the process. */
async function stagesOf(scenario: Scenario): Promise<{ name: string; ms: Map<string, number> }> {
  const { profile, load, from, to } = await profileOf(scenario, loadMs)
  const pages = (load.perSecond * (to - from)) / 1e6
  const ms = sumsOf(profile, from, to, await createStageOf(profile))
  for (const [stage, sum] of ms) ms.set(stage, sum / pages)
  ms.set(otherThreads, load.cpuPerRequestMs - load.mainThreadCpuPerRequestMs)
  ms.set(
    'sum',
    [...ms.values()].reduce((sum, one) => sum + one, 0),
  )
  return { name: scenario.name, ms: ms.set('page', load.cpuPerRequestMs) }
}

/** Milliseconds by stage between two times, in microseconds of the monotonic clock, which profiles have as well. */
function sumsOf({ samples, timeDeltas, startTime }: Profile, from: number, to: number, stageOf: StageOf) {
  const sums = new Map<string, number>()
  let time = startTime
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index + 1] ?? 0
    time += timeDeltas[index] ?? 0
    const stage = time < from || time > to ? undefined : stageOf(id)
    if (stage !== undefined) sums.set(stage, (sums.get(stage) ?? 0) + delta / 1000)
  }
  return sums
}

type StageOf = (node: number) => string | undefined

/** Undefined while the thread waits. */
async function createStageOf({ nodes }: Profile): Promise<StageOf> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const sourceOf = await createSourceOf(nodes)
  const own = (frame: CallFrame) => {
    const source = sourceOf(frame)
    return source && stages.find(([, ...paths]) => paths.some((path) => source.startsWith(path)))?.[0]
  }
  const stageOf = (id: number): string | undefined => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const stage = own(byId.get(at)!)
      if (stage) return stage
    }
    return withoutFile
  }
  const known = new Map<number, string | undefined>()
  return (id) => {
    const { functionName } = byId.get(id)!
    if (functionName === idle) return undefined
    if (!known.has(id)) known.set(id, others[functionName] ?? stageOf(id))
    return known.get(id)
  }
}

/** The path of a frame's source below the project; undefined for code of Node. */
async function createSourceOf(nodes: ProfileNode[]) {
  const urls = [...new Set(nodes.map(({ callFrame }) => callFrame.url))].filter((url) =>
    url.startsWith('file:'),
  )
  const maps = new Map<string, SourceMap>()
  for (const url of urls) {
    const map = await readFile(`${fileURLToPath(url)}.map`, 'utf8').catch(() => undefined)
    if (map) maps.set(url, new SourceMap(JSON.parse(map)))
  }
  return ({ url, lineNumber, columnNumber }: CallFrame): string | undefined => {
    if (!url.startsWith('file:')) return undefined
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber)
    const file =
      entry && 'originalSource' in entry
        ? join(dirname(fileURLToPath(url)), entry.originalSource)
        : fileURLToPath(url)
    return relative(root, file)
  }
}
