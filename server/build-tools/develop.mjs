// Development server: rebuilds after each save, restarts the site where needed, and sends events to open pages.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { watchFolder } from '../content/markdown/watch-folder.ts'
import { createDevelopmentBundles, isStyle } from './development-bundles.mjs'
import { createDevelopmentProxy } from './development-proxy.mjs'
import { createSiteProcess } from './site-process.mjs'

const folders = ['server', 'client', 'shared', 'public']
/** Debounce: a save causes several events, a checkout many. */
const quietMs = 30
/** A folder that is being replaced is missing for a moment. */
const retryMs = 200

/** `describe` turns a build's errors into text. Runs until a signal. */
export async function develop(root, { describe }) {
  const target = join(root, 'dist/development')
  const bundles = await createDevelopmentBundles(root, { target })
  const problems = createProblems((text) => proxy.send('problem', text))
  const proxy = createDevelopmentProxy({ target, port: () => site.port(), problem: problems.text })
  // The last wait before there is a site process: a request that comes first asks it for its port.
  const address = `http://localhost:${await listen(proxy.server, process.env)}`
  console.log(`development server at ${address}`)
  const site = createSiteProcess({
    file: join(target, 'server/main.js'),
    packages: bundles.packages,
    cwd: root,
    env: environment(root, address),
    onListening() {
      problems.set('site', '')
      console.log(`site ready at ${address}`)
      proxy.send('reload')
    },
    onContent: () => proxy.send('reload'),
    onFaults: (text) => problems.set('content', text),
    onFailure(text) {
      console.error('the server process has exited; it restarts at the next change')
      problems.set('site', text)
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => void site.end().then(() => process.exit(0)))
  }
  await rm(target, { recursive: true, force: true })

  let isBroken = false
  async function update() {
    const started = performance.now()
    const { errors, warnings, write } = await bundles.rebuild()
    const text = (await Promise.all(errors.map(describe))).join('\n')
    problems.set('build', text)
    if (text) {
      isBroken = true
      console.error(text)
      site.abandonRestart()
      return
    }
    const changed = await write()
    if (!isBroken && site.isRunning() && changed.every(isStyle)) {
      if (changed.length > 0) proxy.send('style')
      return
    }
    isBroken = false
    if (warnings.length > 0) console.error(await describe({ errors: warnings }))
    console.log(`built ${changed.length} files in ${Math.round(performance.now() - started)} ms`)
    await site.restart()
  }

  await watchSources(root, update)
}

/** The error texts of the build, of the site and of its content; '' for no error. */
function createProblems(send) {
  const texts = { build: '', site: '', content: '' }
  const text = () => Object.values(texts).filter(Boolean).join('\n\n')
  return {
    text,
    set(part, next) {
      if (texts[part] === next) return
      texts[part] = next
      send(text())
    },
  }
}

/** Calls `update` now and after changes, one call at a time. esbuild's own watch polls, and sees a change up to 1 s later. */
async function watchSources(root, update) {
  const watchAll = () => Promise.all(folders.map((folder) => watchFolder(join(root, folder), changed)))
  let watching = await watchAll()
  let timer
  let running = update()

  function changed() {
    schedule(quietMs)
  }

  function schedule(delayMs) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(watchAgain)
    }, delayMs)
  }

  /** New folders are watched before their files are read, so that no later change is missed. */
  async function watchAgain() {
    try {
      const next = await watchAll()
      for (const { close } of watching) close()
      watching = next
    } catch {
      schedule(retryMs)
      return
    }
    await update()
  }

  await running
}

/** Resolves with the port; exits where it cannot listen. */
async function listen(server, { HOST: host = '127.0.0.1', PORT: port = '3000' }) {
  try {
    await once(server.listen({ host, port: Number(port) }), 'listening')
    return server.address().port
  } catch (error) {
    console.error(`The development server cannot listen on HOST=${host} PORT=${port}: ${error.message}`)
    process.exit(1)
  }
}

/** The site listens for the proxy only, and starts faster with a compile cache. */
function environment(root, address) {
  return {
    CONTENT_DIR: join(root, 'server/content/sample'),
    // A request without a response delays a restart this long.
    SHUTDOWN_SECONDS: '1',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/development'),
    ...process.env,
    SITE_URL: process.env.SITE_URL || address,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    SITE_INSPECT: inspectPort(process.argv),
  }
}

/** `--inspect`, or `--inspect=PORT`: a debugger can attach to the server. '' without it. */
function inspectPort(args) {
  const [, port] = args.map((arg) => /^--inspect(?:=(\d+))?$/.exec(arg)).find(Boolean) ?? ['', '']
  return port ?? '9229'
}
