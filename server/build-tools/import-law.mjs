// The import law: which room of the house may import which, and who may touch the browser.
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'

/** What each room may import; a file's room is its longest matching prefix. */
const law = {
  'shared/': ['shared/'],
  'client/': ['client/', 'shared/'],
  'server/': ['server/', 'shared/'],
  'server/render/render.tsx': ['server/', 'shared/', 'client/'],
  'server/cache/semantics/': ['server/cache/semantics/'],
}
/** Rendered on the server and never shipped. */
const islands = 'client/islands/'
const packageFree = ['shared/content/', 'shared/api/', 'server/cache/semantics/']
const browserGlobals = /(?<![./\w'"`-])(?:window|document|localStorage|sessionStorage)\s*[.[]/

/** An esbuild plugin: a forbidden import stops the build and names both files. */
export const importLaw = (root) => ({
  name: 'import-law',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer }) => {
      if (!importer || importer.includes('node_modules')) return
      const from = relative(root, importer).replaceAll('\\', '/')
      const room = Object.keys(law)
        .filter((prefix) => from.startsWith(prefix))
        .sort((a, b) => b.length - a.length)[0]
      if (!room) return
      const problem = path.startsWith('.')
        ? forbiddenFile(root, from, room, path)
        : forbiddenPackage(from, path)
      if (problem) return { errors: [{ text: problem }] }
    })
    build.onLoad({ filter: /[/\\](client|shared)[/\\].*\.tsx?$/ }, async ({ path }) => {
      const file = relative(root, path).replaceAll('\\', '/')
      if (!/^(client|shared)\//.test(file) || /^client\/(browser\/|start\.ts$|main\.tsx$)/.test(file)) return
      const code = (await readFile(path, 'utf8')).replace(/^\s*(\/\/|\/?\*).*$/gm, '')
      const found = browserGlobals.exec(code)
      if (found)
        return { errors: [{ text: `import law: ${file} touches ${found[0]} outside client/browser` }] }
    })
  },
})

function forbiddenFile(root, from, room, path) {
  const to = relative(root, resolve(root, dirname(from), path)).replaceAll('\\', '/')
  const isShipped = to.startsWith(islands) && from.startsWith('client/') && !from.startsWith(islands)
  if (isShipped) return `import law: ${from} must not import ${to}, whose code is for the server alone`
  return law[room].some((prefix) => to.startsWith(prefix))
    ? undefined
    : `import law: ${from} must not import ${to}`
}

function forbiddenPackage(from, path) {
  const nodeOrReact = path.startsWith('node:') || /^react(-dom|-router-dom)?($|\/)/.test(path)
  const forbidden =
    (from.startsWith('shared/') && nodeOrReact) || packageFree.some((prefix) => from.startsWith(prefix))
  return forbidden ? `import law: ${from} must not import the package ${path}` : undefined
}
