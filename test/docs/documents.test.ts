// No document of the repository has a broken link, an unknown command or a path that does not exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import t from 'tap'
import { tools } from '../tools/tool.mjs'
import { anchorsIn, codeIn, linksIn, readDocument, root, spansIn } from './document-parts.ts'

/** Content, which has links of the site and not of the repository. */
const content = ['server/content/{sample,starter}/**', 'test/fixtures/**']
const patterns = ['*.md', '{.github,server,client,shared,test}/**/*.md']
const documents = globSync(patterns, { cwd: root, exclude: content })

const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> }
const npmCommands = ['ci', 'install', 'audit', 'sbom', 'start', 'test']
const repositoryPath = /^(?:\.\/)?(?:server|client|shared|test|public|\.github)\/\S*$/
/** `client/pages/NAME.tsx`, `server/…`, `test/{name}.ts`: names that the reader replaces. */
const placeholder = /…|<|\bNAME\b|NNNN|\{[^},]*\}/

for (const file of documents.sort()) {
  t.test(`${file}: links, npm commands and repository paths exist`, async (t) => {
    const text = readDocument(file)
    t.strictSame(brokenLinks(file, text), [], 'links')
    t.strictSame(unknownCommands(text), [], 'npm commands')
    t.strictSame(missingPaths(text), [], 'repository paths')
  })
}

function brokenLinks(file: string, text: string): string[] {
  return linksIn(text).filter((link) => !/^[a-z]+:/i.test(link) && !resolves(file, link))
}

function resolves(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#').map(decodeURIComponent)
  const target = path === '' ? join(root, file) : join(root, dirname(file), path)
  if (relative(root, target).startsWith('..') || !existsSync(target)) return false
  return anchor === undefined || anchorsIn(readFileSync(target, 'utf8')).has(anchor)
}

function unknownCommands(text: string): string[] {
  const unknownTools = codeIn(text)
    .flatMap((code) => [...code.matchAll(/npm run tool -- ([\w-]+)/g)])
    .filter(([, name = '']) => !(name in tools) && name !== 'NAME')
  const unknownScripts = codeIn(text)
    .flatMap((code) => [...code.matchAll(/\bnpm +(run +)?([\w:-]+)/g)])
    .filter(([, run, name = '']) => !(run ? name in scripts : npmCommands.includes(name)))
  return [...unknownTools, ...unknownScripts].map(([command]) => command)
}

function missingPaths(text: string): string[] {
  const paths = spansIn(text)
    .flatMap((code) => code.split(/\s+/))
    .filter((word) => repositoryPath.test(word) && !placeholder.test(word))
  // The files that a recipe creates.
  const created = [...text.matchAll(/^The new file `([^`]+)`:$/gm)].map(([, path]) => path)
  return [...new Set(paths)].filter((path) => !created.includes(path) && !exists(path))
}

/** `test/cache/rfc*.test.ts` and `{a,b}` exist where a file fits. */
function exists(path: string): boolean {
  return /[*{]/.test(path) ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))
}
