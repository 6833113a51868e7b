// No document of the repository has a broken link, an unknown command or a path that does not exist.
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import t from 'tap'
import { tools } from '../tool.mjs'
import { anchorsIn, codeIn, linksIn, root, spansIn } from './document-parts.ts'

/** Content, which has links of the site and not of the repository. */
const content = ['server/content/{sample,starter}/**', 'test/fixtures/**']
const documents: string[] = []
for await (const file of glob(['*.md', '{.github,server,client,shared,test}/**/*.md'], {
  cwd: root,
  exclude: content,
}))
  documents.push(file)

const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const npmCommands = ['ci', 'install', 'audit', 'sbom']
const npmScripts = ['start', 'test']
const repositoryPath = /^(?:\.\/)?(?:server|client|shared|test|public|\.github)\/\S*$/
/** `client/pages/NAME.tsx`, `server/…`, `test/{name}.ts`: names that the reader replaces. */
const placeholder = /…|<|\bNAME\b|NNNN|\{[^},]*\}/

for (const file of documents.sort()) {
  t.test(`${file}: links, npm commands and repository paths exist`, async (t) => {
    const text = await readFile(join(root, file), 'utf8')
    t.strictSame(await brokenLinks(file, text), [], 'links')
    t.strictSame(unknownCommands(text), [], 'npm commands')
    t.strictSame(await missingPaths(text), [], 'repository paths')
  })
}

async function brokenLinks(file: string, text: string): Promise<string[]> {
  const broken: string[] = []
  for (const link of linksIn(text).filter((link) => !/^[a-z]+:/i.test(link)))
    if (!(await resolves(file, link))) broken.push(link)
  return broken
}

async function resolves(file: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#').map(decodeURIComponent)
  const target = path === '' ? join(root, file) : join(root, dirname(file), path)
  if (relative(root, target).startsWith('..') || !existsSync(target)) return false
  return anchor === undefined || anchorsIn(await readFile(target, 'utf8')).has(anchor)
}

function unknownCommands(text: string): string[] {
  const unknownTools = codeIn(text)
    .flatMap((code) => [...code.matchAll(/npm run tool -- ([\w-]+)/g)])
    .filter(([, name = '']) => !(name in tools) && name !== 'NAME')
  const unknownScripts = codeIn(text)
    .flatMap((code) => [...code.matchAll(/\bnpm +(run +)?([\w:-]+)/g)])
    .filter(([, run, name = '']) =>
      run ? !(name in scripts) : ![...npmCommands, ...npmScripts].includes(name),
    )
  return [...unknownTools, ...unknownScripts].map(([command]) => command)
}

async function missingPaths(text: string): Promise<string[]> {
  const paths = spansIn(text)
    .flatMap((code) => code.split(/\s+/))
    .filter((word) => repositoryPath.test(word) && !placeholder.test(word))
  // The files that a recipe creates.
  const created = [...text.matchAll(/^The new file `([^`]+)`:$/gm)].map(([, path]) => path)
  const missing: string[] = []
  for (const path of new Set(paths)) if (!created.includes(path) && !(await exists(path))) missing.push(path)
  return missing
}

/** `test/cache/rfc*.test.ts` and `{a,b}` exist where a file fits. */
async function exists(path: string): Promise<boolean> {
  if (!/[*{]/.test(path)) return existsSync(join(root, path))
  for await (const _ of glob(path, { cwd: root })) return true
  return false
}
