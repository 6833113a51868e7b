// Notices of the packages in the bundles, which their licences require.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { File } from './bundles.ts'

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** `inputs`: the sources of all bundles, as esbuild's metafiles name them. Resolves with a text file relative to dist/. */
export async function noticesOf(root: string, inputs: string[]): Promise<File> {
  const folders = new Set(inputs.flatMap((path) => packageFolder(root, path) ?? []))
  const packages = await Promise.all([...folders].map((folder) => readPackage(root, folder)))
  // The same package may be installed in two folders.
  const known = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]))
  const sorted = [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { path: 'THIRD-PARTY-NOTICES.txt', contents: noticeText(sorted) }
}

/**
 * `node_modules/a/node_modules/@b/c` of a file in it; undefined for a file of this project. A package may bundle others
 * without their package.json (feedsmith does): they count as part of it.
 */
function packageFolder(root: string, path: string): string | undefined {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll('\\', '/'))?.[0]
  if (!folder || existsSync(join(root, folder, 'package.json'))) return folder
  return packageFolder(root, folder.slice(0, folder.lastIndexOf('/node_modules/') + 1))
}

type Package = { name: string; version: string; license: string; author: string; texts: string[] }

async function readPackage(root: string, folder: string): Promise<Package> {
  const { name, version, license, author, repository } = JSON.parse(
    await readFile(join(root, folder, 'package.json'), 'utf8'),
  )
  if (!license) throw new Error(`package.json of ${name} ${version} has no \`license\``)
  const files = (await readdir(join(root, folder))).filter((file) => licenceFile.test(file)).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')))
  return {
    name,
    version,
    license,
    author: author?.name ?? author,
    texts: [...sourceNotice(license, repository), ...texts.map((text) => text.trim())],
  }
}

/** MPL-2.0 §3.2: the notice names the location of the source code. */
function sourceNotice(license: string, repository?: string | { url: string }): string[] {
  if (license !== 'MPL-2.0') return []
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '')
  const [, path] = /github\.com[:/](.+?)(?:\.git)?$/.exec(url) ?? []
  if (!path) throw new Error(`package.json of a package under ${license} has no \`repository\` on GitHub`)
  return [`Used unmodified. Source code: https://github.com/${path}. Licence: https://mozilla.org/MPL/2.0/`]
}

function noticeText(packages: Package[]): string {
  const rule = '-'.repeat(80)
  const parts = packages.map(({ name, version, license, author, texts }) =>
    [
      rule,
      `${name} ${version} (${license})${author && texts.length === 0 ? `, ${author}` : ''}`,
      ...texts,
    ].join('\n\n'),
  )
  return `This site contains code of the following packages.\n\n${parts.join('\n\n')}\n`
}
