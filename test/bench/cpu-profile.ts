// A CPU profile of the main thread of the site, under the load of a scenario.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, load } from './load.ts'
import { type Scenario, start } from './scenarios.ts'

export type CallFrame = { functionName: string; url: string; lineNumber: number; columnNumber: number }
export type ProfileNode = { id: number; callFrame: CallFrame; children?: number[] }
export type Profile = { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[]; startTime: number }

/** `text`: as Node has written it. `from`, `to`: the load, in microseconds of the monotonic clock, which profiles have as well. */
type Profiled = { profile: Profile; text: string; load: Load; from: number; to: number }

/** A sample without work. */
export const idle = '(idle)'

export async function profileOf(scenario: Scenario, ms: number): Promise<Profiled> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-profile-'))
  const { site, path, stop } = await start(scenario, ['--cpu-prof', `--cpu-prof-dir=${folder}`])
  const from = microseconds()
  const target = { server: site, path, ...(scenario.headers && { headers: scenario.headers }) }
  const measured = await load(target, { ms })
  const to = microseconds()
  await stop()
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  await rm(folder, { recursive: true })
  const profiles = texts.map((text) => ({ text, profile: JSON.parse(text) as Profile }))
  // That of the main thread has the most functions.
  const [main] = profiles.toSorted((a, b) => b.profile.nodes.length - a.profile.nodes.length)
  return { ...main!, load: measured, from, to }
}

function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n)
}
