// Preload of the development server's next process: imports the packages, then waits for the start message.
import { isMainThread } from 'node:worker_threads'

// Worker threads inherit the preload, and get no start message.
if (isMainThread) await preload()

async function preload() {
  const packages = JSON.parse(process.env.SITE_PACKAGES ?? '[]')
  const started = new Promise((resolve) => process.once('message', resolve))
  // One after the other, see server/commands/serve.ts. An import error is ignored here: the program reports it.
  for (const name of packages) await import(name).catch(() => {})
  await started
  // Now, because the process before it has freed the port.
  const port = Number(process.env.SITE_INSPECT)
  if (port) (await import('node:inspector')).open(port)
}
