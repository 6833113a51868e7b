// Lets esbuild leave out what no page uses of the routing package: its module says nothing about what has no effects.
import { readFile } from 'node:fs/promises'

/** Contexts and components are made at the top level by calls, and named by assignments: 10 kB compressed. */
export const shakeRouter = {
  name: 'shake-router',
  setup(build) {
    build.onLoad({ filter: /[/\\]react-router[/\\]dist[/\\].*\.mjs$/ }, async ({ path }) => ({
      contents: markPure(await readFile(path, 'utf8')),
    }))
  },
}

function markPure(code) {
  return code
    .replace(/= (React\d*\.(?:createContext|memo|forwardRef)\()/g, '= /* @__PURE__ */ $1')
    .replace(/^(var \w+ =) (new (?:Map|Set|URL)\()/gm, '$1 /* @__PURE__ */ $2')
    .replace(/^\w+\.(?:displayName|contextType) = .*;$/gm, '')
}
