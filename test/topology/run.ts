// nginx, three servers and Redis under load, with failures: `npm run tool -- topology`, or a part of it.
import {
  crash,
  herd,
  type Options,
  opsToken,
  restarts,
  type Scenario,
  withoutOrigin,
  withoutRedis,
} from './scenarios.ts'
import { skew } from './skew.ts'
import { createWorld, isNginxThere, nginxProgram, type Scope } from './world.ts'

const options: Options = { perSecond: 200, rounds: 2, pauseMs: 2500, visitors: 1000 }
const scenarios: Record<string, Scenario> = { restarts, crash, withoutRedis, withoutOrigin, herd, skew }
const wanted = process.argv.slice(2)

/** Teardown in reverse order. */
async function run(name: string, scenario: Scenario): Promise<boolean> {
  const ends: (() => unknown)[] = []
  const scope = { teardown: (end: () => unknown) => void ends.unshift(end) } as Scope
  try {
    const { failed, mostFailed, ...figures } = await scenario(
      await createWorld(scope, { OPS_TOKEN: opsToken, DRAIN_SECONDS: '1' }),
      options,
    )
    const isGood = failed.length <= mostFailed
    console.log(`${isGood ? 'ok' : 'NOT OK'}  ${name}: ${failed.length} failed  ${JSON.stringify(figures)}`)
    for (const line of failed.slice(0, 20)) console.log(`    ${line}`)
    return isGood
  } finally {
    for (const end of ends) await end()
  }
}

if (!isNginxThere()) {
  console.error(`${nginxProgram} is missing: install nginx, or set NGINX`)
  process.exit(69)
}
let isGood = true
for (const [name, scenario] of Object.entries(scenarios))
  if (wanted.length === 0 || wanted.includes(name)) isGood = (await run(name, scenario)) && isGood
process.exit(isGood ? 0 : 1)
