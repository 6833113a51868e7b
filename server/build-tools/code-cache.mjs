// Writes the code cache of a build: the built server runs once, is asked for pages, and what V8 compiled is kept.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const limitMs = 30_000

/** `dist`: the folder of a whole build. Without a cache the server starts too, so that nothing fails here. */
export async function writeCodeCache(root, dist) {
  const data = await mkdtemp(join(tmpdir(), 'site-code-cache-'))
  try {
    const { PATH = '', SystemRoot = '' } = process.env
    const child = spawn(process.execPath, [join(root, 'server/build-tools/code-cache-run.mjs'), dist], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH, SystemRoot, HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: data },
      timeout: limitMs,
      killSignal: 'SIGKILL',
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) console.error('The server starts without a code cache, which is slower.')
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}
