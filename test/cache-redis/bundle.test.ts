import { fork } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'esbuild'
import t from 'tap'
import { isRedisMissing, startRedis } from './redis-server.ts'

if (!isRedisMissing(t)) {
  t.test('a bundle, as the build makes them, finds the library and Redis', async (t) => {
    const redis = await startRedis(t)
    const folder = t.testdir()
    await build({
      entryPoints: [join(import.meta.dirname, 'server-process.ts')],
      outdir: folder,
      outExtension: { '.js': '.cjs' },
      bundle: true,
      minify: true,
      format: 'cjs',
      platform: 'node',
      logLevel: 'silent',
    })
    const args = [redis.url, 'http://127.0.0.1:1', '500']
    const child = fork(join(folder, 'server-process.cjs'), args, { execArgv: [] })
    t.teardown(() => child.kill('SIGKILL'))
    const message = await new Promise((resolve) => child.once('message', resolve))
    t.match(message, { port: Number })
    t.match(await redis.look.client('LIST'), /name=site /)
  })
}
