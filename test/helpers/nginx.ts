// nginx with a configuration, until the end of the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { endWithProcess } from './end-with-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const nginxProgram = process.env['NGINX'] || '/usr/sbin/nginx'

/** `folder`: relative paths start here. */
export function startNginx(t: Test, configuration: string, folder = temporaryFolder(t, 'nginx')): void {
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration.replace('http {', 'http {\n  access_log off;'))
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  const globals = `daemon off; ${user}pid ${join(folder, 'nginx.pid')}; error_log stderr crit;`
  const args = ['-p', folder, '-c', file, '-g', globals]
  const child = endWithProcess(spawn(nginxProgram, args, { stdio: ['ignore', 'ignore', 'inherit'] }))
  const gone = once(child, 'exit')
  t.teardown(() => child.kill('SIGTERM') && gone)
}
