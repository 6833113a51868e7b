// The development server: rebuilds on a change, restarts the site, and leaves build errors where it finds them.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const debounceMs = 50
const folders = ['server', 'client', 'shared', 'public']

/** `build` resolves with the build's id; `describe` turns its error into text. Runs until a signal. */
export async function develop(root, { build, describe }) {
  const target = join(root, 'dist/development')
  const errorFile = join(target, 'dev-error.txt')
  const site = createSite(root)

  const rebuild = async () => {
    try {
      console.log(`built ${await build()}`)
      await rm(errorFile, { force: true })
      await site.restart()
    } catch (error) {
      const text = await describe(error)
      console.error(text)
      await mkdir(target, { recursive: true })
      await writeFile(errorFile, text)
    }
  }

  let running = rebuild()
  let timer
  const changed = (_event, name) => {
    // The embedded content API watches its folder itself.
    if (String(name).includes('sample')) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(rebuild)
    }, debounceMs)
  }
  for (const folder of folders) watch(join(root, folder), { recursive: true }, changed)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void site.stop().then(() => process.exit(0)))
  }
}

function createSite(root) {
  let server
  // The port is free only when the old process is gone.
  const stop = () =>
    new Promise((done) => {
      if (!server || server.exitCode !== null || server.signalCode) return done()
      server.once('exit', done).kill('SIGTERM')
    })
  const restart = async () => {
    await stop()
    const env = { CONTENT_DIR: join(root, 'server/content/sample'), ...process.env, NODE_ENV: 'development' }
    const args = ['--enable-source-maps', 'dist/development/server/main.js']
    server = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  }
  return { stop, restart }
}
