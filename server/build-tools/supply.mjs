// Supply chain check, offline: exact versions, digests, allowed licences, no install scripts but the approved.
// `npm run tool -- audit-supply` queries the registry for known vulnerabilities as well.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const allowedLicences = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'MIT-0',
  // Its conditions apply to modified files of the package (§3.1); the digests in the lock file prove that there are none.
  'MPL-2.0',
])
/**
 * Exceptions by package. argparse is used by the command line of markdown-it only, and not bundled. libvips, of sharp, is a library
 * that is loaded as it is; nothing is linked with it (.github/decisions/0036-pictures.md).
 */
const exceptions = [
  [/^argparse$/, 'PSF-2.0'],
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
  [/^@img\/sharp-win32-/, 'Apache-2.0 AND LGPL-3.0-or-later'],
  [/^@img\/sharp-wasm32$/, 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
]

/**
 * Parsed package.json and package-lock.json, and the text of .npmrc; `runtime` are the names that a server could load. `npm ci`
 * itself stops where the two files differ.
 */
export function checkSupply({ manifest, lock, npmrc }) {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  const direct = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  const loaded = packages.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  // A server has a few of those that are for one platform.
  const runtime = loaded.filter(([, { optional }]) => !optional)
  const problems = [
    ...Object.entries(direct).flatMap(versionProblem),
    ...packages.flatMap(([path, entry]) => entryProblems(path, entry, manifest.allowScripts ?? {})),
    ...loaded.flatMap(licenceProblem),
    ...(/^ignore-scripts=true$/m.test(npmrc) ? [] : ['.npmrc does not set ignore-scripts=true']),
  ]
  return { problems, runtime: runtime.map(([path]) => nameOf(path)), all: packages.length }
}

function versionProblem([name, version]) {
  return /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)
    ? []
    : [`package.json: ${name} has no exact version: ${version}`]
}

function entryProblems(path, { integrity, resolved, link, hasInstallScript }, allowScripts) {
  const name = nameOf(path)
  return [
    ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') && !link
      ? []
      : [`package-lock.json: ${path} has no sha512 integrity`]),
    ...(resolved === undefined ? [] : [`package-lock.json: ${path} has a \`resolved\` URL`]),
    // `false` counts as well: the package works without its script.
    ...(hasInstallScript && !(name in allowScripts)
      ? [`${path} has an install script that is not in allowScripts of package.json`]
      : []),
  ]
}

function licenceProblem([path, { license }]) {
  const isKnown =
    allowedLicences.has(license) ||
    exceptions.some(([name, known]) => name.test(nameOf(path)) && known === license)
  return isKnown ? [] : [`${path} has the licence ${license}, which is not allowed`]
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Reads the three files from `root`. */
export async function readSupply(root) {
  const read = (name) => readFile(join(root, name), 'utf8')
  const [manifest, lock, npmrc] = await Promise.all([
    read('package.json'),
    read('package-lock.json'),
    read('.npmrc'),
  ])
  return { manifest: JSON.parse(manifest), lock: JSON.parse(lock), npmrc }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { problems, runtime, all } = checkSupply(await readSupply(join(import.meta.dirname, '../..')))
  console.log(`${runtime.length} packages at run time, ${all} in all`)
  for (const problem of problems) console.error(problem)
  const audit = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=low'], {
    stdio: 'inherit',
    shell: true,
  })
  process.exitCode = problems.length > 0 ? 1 : (audit.status ?? 1)
}
