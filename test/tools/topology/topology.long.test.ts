// nginx, servers and Redis under load, with failures and upgrades.
// Full run: TOPOLOGY=full npm test -- test/tools/topology/topology.long.test.ts
import { existsSync } from 'node:fs'
import t from 'tap'
import { isRedisMissing, startRedis } from '../../cache-redis/redis-server.ts'
import { crash, opsToken, withoutOrigin } from './scenarios.ts'
import { createNextBuild, upgrade } from './upgrade.ts'
import { createWorld, nginxProgram } from './world.ts'

const isFull = process.env['TOPOLOGY'] === 'full'
const options = isFull ? { perSecond: 200, pauseMs: 2500 } : { perSecond: 60, pauseMs: 300 }

function isNginxMissing(): boolean {
  if (existsSync(nginxProgram)) return false
  if (process.env['NGINX_TESTS'] === 'required')
    t.fail(`${nginxProgram} is missing, and NGINX_TESTS=required`)
  else t.pass('tests with nginx', { skip: `${nginxProgram} is missing` })
  return true
}

if (!isRedisMissing(t) && !isNginxMissing()) {
  await t.test('failures', async (t) => {
    const { url } = await startRedis(t)
    // One deployment for both: each ends with three running servers.
    const world = await createWorld(t, { REDIS_URL: url, OPS_TOKEN: opsToken })
    for (const [name, scenario] of Object.entries({ crash, withoutOrigin }))
      await t.test(name, async (t) => {
        const { failed, mostFailed, ...figures } = await scenario(world, options)
        t.comment(figures)
        t.ok(failed.length <= mostFailed, failed.slice(0, 5).join('\n') || 'nobody met a failure')
        t.ok(figures.requests > 10)
        if (name === 'crash') t.ok(figures['recovered'], 'the metrics show that the server is back')
        if (name === 'withoutOrigin') t.strictSame(figures['ready'], [200, 200, 200])
      })
  })

  const next = await createNextBuild(t)
  for (const withRedis of [true, false])
    await t.test(`an upgrade and back, ${withRedis ? 'with' : 'without'} Redis`, async (t) => {
      const env: Record<string, string> = withRedis ? { REDIS_URL: (await startRedis(t)).url } : {}
      // The third server of the recipe is not there.
      const { failed, builds, ...figures } = await upgrade(await createWorld(t, env, 2), next)
      t.comment(figures)
      t.strictSame(failed, [])
      t.equal(builds, 2)
      t.ok(figures.otherBuild > 0, 'a page of one build met a server of the other')
    })
}
