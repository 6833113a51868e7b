// Development server: rebuilds what has changed, restarts the site where needed, and sends events to open pages.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { allParts, createDevelopmentBundles } from './development-bundles.mjs'
import { createDevelopmentProxy } from './development-proxy.mjs'
import { createSiteProcess } from './site-process.mjs'
import { watchSources } from './source-changes.mjs'

const folders = ['server', 'client', 'shared', 'public']
/** The parts to rebuild, by prefix of the changed path; the first match counts. */
const partsByPath = [
  ['client/styles/', ['style']],
  ['client/', ['client', 'liveReload', 'server']],
  ['shared/', ['client', 'server']],
  ['public/', ['copies']],
  ['server/seo/cards/letters', ['copies']],
  ['server/build-tools/', []],
  ['server/', ['server']],
]

/** `describe` turns a build's errors into text; `cardFiles` as in build.mjs. Runs until a signal. */
export async function develop(root, { cardFiles, describe }) {
  const problems = createProblems((text) => proxy.send('problem', text))
  const proxy = createDevelopmentProxy({ port: () => site.port(), problem: problems.text })
  const bundles = await createDevelopmentBundles(root, { cardFiles })
  // The last wait before there is a site process: a request that comes first asks it for its port.
  const address = `http://localhost:${await listen(proxy.server, process.env)}`
  console.log(`development server at ${address}`)
  const site = createSiteProcess({
    file: 'dist/development/server/main.js',
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
  await rm(join(root, 'dist/development'), { recursive: true, force: true })
  const update = createUpdate({ bundles, site, proxy, problems, describe })
  let running = Promise.resolve()
  const build = (parts) => {
    if (parts.length > 0) running = running.then(() => update(parts))
    return running
  }
  await watchSources(root, { folders, isSource, changed: (paths) => build(partsOf(paths)) })
  await build(allParts)
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

function createUpdate({ bundles, site, proxy, problems, describe }) {
  /** Parts that are built but not written, because another part has errors. */
  const waiting = new Set()
  return async (parts) => {
    const started = performance.now()
    for (const part of parts) waiting.add(part)
    await bundles.rebuild(parts)
    const errors = (await Promise.all(bundles.errors().map(describe))).join('\n')
    problems.set('build', errors)
    if (errors) {
      console.error(errors)
      site.abandonRestart()
      return
    }
    const warnings = bundles.warnings(parts)
    if (warnings.length > 0) console.error(await describe({ errors: warnings }))
    const isStyle = site.isRunning() && [...waiting].every((part) => part === 'style')
    waiting.clear()
    await (isStyle ? bundles.writeStyle() : bundles.write())
    console.log(`built ${parts.join(', ')} in ${Math.round(performance.now() - started)} ms`)
    if (isStyle) proxy.send('style')
    else await site.restart()
  }
}

/** Resolves with the port; exits where it cannot listen. */
async function listen(server, { HOST: host = '0.0.0.0', PORT: port = '3000' }) {
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
    CONTENT_DIR: join(root, 'server/sources/markdown/sample'),
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

function partsOf(paths) {
  if (paths.some((path) => path.startsWith('server/build-tools/')))
    console.log('server/build-tools changed: restart the development server to use it')
  return [...new Set(paths.flatMap((path) => partsByPath.find(([start]) => path.startsWith(start))[1]))]
}

/** Excludes temporary files of editors, and content, which the embedded content API watches itself. */
function isSource(path) {
  return !/^server\/content\/(?:sample|starter)\//.test(path) && !/(?:^|\/)\.|~$/.test(path)
}
