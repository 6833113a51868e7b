// A CPU profile of each scenario under load, into profiles/: `npm run tool -- profile`, or `npm run tool -- profile "cached page"`.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { idle, type Profile, profileOf } from './cpu-profile.ts'
import { root } from './process.ts'
import { type Scenario, scenarios } from './scenarios.ts'

const folder = join(root, 'profiles')
const shown = 15

async function profile(scenario: Scenario) {
  const { profile, text } = await profileOf(scenario, 5000)
  const file = `${scenario.name.replace(/\W+/g, '-')}.cpuprofile`
  await writeFile(join(folder, file), text)
  console.log(`profiles/${file}`)
  console.table(heaviest(profile))
}

/** Self time by function. */
function heaviest({ nodes, samples, timeDeltas }: Profile) {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const own = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const { functionName = '', url = '' } = byId.get(id) ?? {}
    if (functionName === idle) continue
    const name = `${functionName || '(anonymous)'} ${url.split('/').at(-1)}`
    own.set(name, (own.get(name) ?? 0) + (timeDeltas[index] ?? 0))
  }
  const total = [...own.values()].reduce((sum, time) => sum + time, 0)
  return [...own]
    .sort((a, b) => b[1] - a[1])
    .slice(0, shown)
    .map(([name, time]) => ({ name, share: `${((100 * time) / total).toFixed(1)} %` }))
}

await mkdir(folder, { recursive: true })
const wanted = process.argv.slice(2)
for (const scenario of scenarios)
  if (wanted.length === 0 || wanted.includes(scenario.name)) await profile(scenario)
