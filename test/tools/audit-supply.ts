// Supply chain check, offline: exact versions, digests, allowed licences, no install scripts but the approved.
// `npm run tool -- audit-supply` queries the registry for known vulnerabilities as well.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The conditions of MPL-2.0 apply to modified files of the package (§3.1); the digests in the lock file prove that there are none. */
const allowedLicences =
  'MIT ISC Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause 0BSD Unlicense MIT-0 MPL-2.0'.split(' ')
/**
 * Exceptions by package. argparse is used by the command line of markdown-it only, and not bundled. libvips, of sharp, is a library
 * that is loaded as it is; nothing is linked with it (.github/decisions/0036-pictures.md).
 */
const exceptions: [name: RegExp, licence: string][] = [
  [/^argparse$/, 'PSF-2.0'],
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
  [/^@img\/sharp-win32-/, 'Apache-2.0 AND LGPL-3.0-or-later'],
  [/^@img\/sharp-wasm32$/, 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
]

type Lock = Record<string, Record<string, unknown>>
type Supply = {
  manifest: Record<string, Record<string, unknown> | undefined>
  lock: { packages: Lock }
  npmrc: string
}

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { problems, runtime, all } = checkSupply({
  manifest: JSON.parse(read('package.json')),
  lock: JSON.parse(read('package-lock.json')),
  npmrc: read('.npmrc'),
})
console.log(`${runtime.length} packages at run time, ${all} in all`)
for (const problem of problems) console.error(problem)
const command = ['audit', '--omit=dev', '--audit-level=low']
const audit = spawnSync('npm', command, { stdio: 'inherit', shell: true })
process.exitCode = problems.length > 0 ? 1 : (audit.status ?? 1)

/**
 * Parsed package.json and package-lock.json, and the text of .npmrc; `runtime` are the names that a server could load. `npm ci`
 * itself stops where the two files differ.
 */
function checkSupply({ manifest, lock, npmrc }: Supply) {
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

function versionProblem([name, version]: [string, unknown]) {
  return /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version))
    ? []
    : [`package.json: ${name} has no exact version: ${version}`]
}

function entryProblems(path: string, entry: Lock[string], allowScripts: Record<string, unknown>) {
  const { integrity, resolved, link, hasInstallScript } = entry
  const name = nameOf(path)
  return [
    ...(/^sha512-[\w+/]{86}==$/.test(String(integrity)) && !link
      ? []
      : [`package-lock.json: ${path} has no sha512 integrity`]),
    ...(resolved === undefined ? [] : [`package-lock.json: ${path} has a \`resolved\` URL`]),
    // `false` counts as well: the package works without its script.
    ...(hasInstallScript && !(name in allowScripts)
      ? [`${path} has an install script that is not in allowScripts of package.json`]
      : []),
  ]
}

function licenceProblem([path, { license }]: [string, Lock[string]]) {
  const isKnown =
    allowedLicences.includes(String(license)) ||
    exceptions.some(([name, known]) => name.test(nameOf(path)) && known === license)
  return isKnown ? [] : [`${path} has the licence ${license}, which is not allowed`]
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
