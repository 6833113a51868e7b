// Which folder may import which: the table of rooms, and the check that stops a build.
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

/**
 * A file's room is its longest matching prefix. A room imports itself, the rooms inside it and rooms of lower floors.
 * `also`: rooms of its own floor that it imports as well. `only`: the sole rooms it imports besides itself.
 * `importedBy`: the sole rooms that import it. `packages`: the packages and Node modules that it may import.
 */
export const rooms = [
  { room: 'build.mjs', floor: 7, also: ['server/build-tools/'] },
  { room: 'server/build-tools/', floor: 7, importedBy: ['build.mjs'] },
  { room: 'server/main.ts', floor: 7, also: ['server/commands/'] },
  { room: 'server/commands/', floor: 7, also: ['server/app.ts'] },
  { room: 'server/app.ts', floor: 7 },
  { room: 'server/pages/', floor: 6 },
  { room: 'server/proxy/', floor: 6 },
  { room: 'server/seo/', floor: 5 },
  { room: 'server/forms/', floor: 5 },
  { room: 'server/http/', floor: 4 },
  { room: 'server/cache/', floor: 4 },
  { room: 'server/calls/', floor: 4 },
  { room: 'server/cache/semantics/', floor: 4, only: ['server/base/'], packages: 'none' },
  { room: 'server/render/', floor: 3 },
  { room: 'server/store/', floor: 3 },
  { room: 'server/origin/', floor: 3 },
  { room: 'server/pictures/', floor: 3 },
  { room: 'client/', floor: 2, only: ['shared/'], importedBy: ['server/render/', 'client/islands/'] },
  { room: 'client/islands/', floor: 2, only: ['client/', 'shared/'], importedBy: ['server/render/'] },
  { room: 'server/rich-text/', floor: 2 },
  { room: 'server/telemetry/', floor: 2 },
  { room: 'server/config/', floor: 2 },
  { room: 'server/sources/', floor: 2, also: ['server/rich-text/'] },
  { room: 'server/ops/', floor: 2, also: ['server/app-context.ts'] },
  { room: 'server/app-context.ts', floor: 2, also: ['server/config/', 'server/telemetry/'] },
  { room: 'server/base/', floor: 1, also: ['shared/'] },
  { room: 'shared/', floor: 1, only: [], packages: 'neither Node nor React' },
  { room: 'shared/api/', floor: 1, only: ['shared/'], packages: 'none' },
  { room: 'shared/content/', floor: 1, only: ['shared/'], packages: 'none' },
]

const sourceFolders = ['server', 'client', 'shared']
const browserFiles = /^client\/(?:browser\/|start\.ts$|first\.ts$|main\.ts$)/
const browserGlobals = /(?<![./\w'"`-])(?:window|document|localStorage|sessionStorage)\s*[.[]/
const comments = /^\s*(?:\/\/|\/?\*).*$/gm
const specifiers = /(?:^|[\s;}])(?:from|import)\s*\(?\s*'([^']+)'/g
const nodeOrReact = /^(?:node:|react(?:-dom|-router-dom)?(?:$|\/))/

/** Rejects with every breach of the table in the sources below `root`: both files and the rule. */
export async function checkModuleBoundaries(root) {
  const problems = boundaryProblems(await readSources(root))
  if (problems.length > 0) throw new Error(`module boundaries:\n  ${problems.join('\n  ')}`)
}

/** `sources`: text by path below the repository, with forward slashes. */
export function boundaryProblems(sources) {
  const code = new Map([...sources].map(([file, text]) => [file, text.replace(comments, '')]))
  const imports = new Map([...code].map(([file, text]) => [file, importsOf(file, text)]))
  return [
    ...[...code].flatMap(([file, text]) => fileProblems(file, text)),
    ...[...imports].flatMap(([file, list]) => list.flatMap((one) => importProblem(file, one) ?? [])),
    ...circles(new Map([...imports].map(([file, list]) => [file, list.flatMap(({ to }) => to ?? [])]))),
  ]
}

async function readSources(root) {
  const names = await Promise.all(
    sourceFolders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) =>
        posix.join(folder, name.replaceAll('\\', '/')),
      ),
    ),
  )
  const files = ['build.mjs', ...names.flat()].filter((name) => /\.(?:tsx?|mjs)$/.test(name))
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')])),
  )
}

function importsOf(file, text) {
  return [...text.matchAll(specifiers)].map(([, path]) =>
    path.startsWith('.') ? { to: posix.join(posix.dirname(file), path) } : { package: path },
  )
}

function roomOf(file) {
  return rooms
    .filter(({ room }) => file.startsWith(room))
    .reduce((best, one) => (best && best.room.length > one.room.length ? best : one), undefined)
}

function fileProblems(file, text) {
  if (!roomOf(file))
    return [`${file} is in no room of the table: only main, app and app-context are loose files`]
  const browserGlobal =
    /^(?:client|shared)\//.test(file) && !browserFiles.test(file) && browserGlobals.exec(text)
  return browserGlobal ? [`${file} uses ${browserGlobal[0]} outside client/browser and the entries`] : []
}

function importProblem(file, { to, package: name }) {
  const from = roomOf(file)
  if (!from) return undefined
  if (name !== undefined) {
    const isForbidden = from.packages === 'none' || (from.packages && nodeOrReact.test(name))
    return isForbidden
      ? `${file} imports ${name}: ${from.room} imports packages: ${from.packages}`
      : undefined
  }
  const target = roomOf(to)
  const rule = target && ruleBroken(from, target)
  return rule && `${file} imports ${to}: ${rule}`
}

function ruleBroken(from, target) {
  if (from === target) return undefined
  if (target.importedBy && !includes(target.importedBy, from))
    return `${target.room} is imported by ${target.importedBy.join(', ')} alone`
  if (target.room.startsWith(from.room)) return undefined
  if (from.only)
    return includes(from.only, target)
      ? undefined
      : `${from.room} imports ${from.only.join(', ') || 'nothing'} besides itself`
  if (target.floor < from.floor || includes(from.also ?? [], target)) return undefined
  const relation = target.floor > from.floor ? 'above' : 'the same as'
  return `${target.room} is on floor ${target.floor}, ${relation} floor ${from.floor} of ${from.room}`
}

function includes(prefixes, { room }) {
  return prefixes.some((prefix) => room.startsWith(prefix))
}

/** Files that import each other in a circle, types included. */
function circles(graph) {
  const done = new Set()
  const problems = []
  const visit = (file, path) => {
    const start = path.indexOf(file)
    if (start >= 0)
      return void problems.push(`${[...path.slice(start), file].join(' -> ')}: imports in a circle`)
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return problems
}
