// Builds dist/: bundles, precompressed assets, and the manifest that the server reads.
//   node build.mjs [--if-needed]   builds, unless dist/ is newer than the sources with --if-needed
//   node build.mjs --why           lists what a browser loads by size, and builds nothing
//   node build.mjs --watch         the development server: builds after each save, restarts, updates open pages; `--inspect[=PORT]` for a debugger
import { nodeProblem } from './server/build-tools/supported-node.mjs'

const tooOld = nodeProblem()
if (tooOld) {
  console.error(`${tooOld} The npm scripts bring one where they can.`)
  process.exit(1)
}
await import('./server/build-tools/build.ts')
