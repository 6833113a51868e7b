import { fork } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'esbuild'
import t from 'tap'
import { isRedisMissing, startRedis } from './redis-server.ts'

const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

if (!isRedisMissing(t)) {
  t.test('a bundle, as the build makes them, finds the library and Redis', async (t) => {
    const redis = await startRedis(t)
    const folder = t.testdir()
    await build({
      entryPoints: [join(import.meta.dirname, 'server-process.ts')],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      banner: { js: banner },
    })
    const args = [redis.url, 'http://127.0.0.1:1', '500']
    const child = fork(join(folder, 'server-process.mjs'), args, { execArgv: [] })
    t.teardown(() => child.kill('SIGKILL'))
    const message = await new Promise((resolve) => child.once('message', resolve))
    t.match(message, { port: Number })
    t.match(await redis.look.client('LIST'), /name=site-cache/)
  })
}
