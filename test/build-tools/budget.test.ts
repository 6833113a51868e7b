// The budgets of the browser's scripts, and where React may be: a build that breaks them fails and names what is wrong.
import t from 'tap'
import { budgetProblem, budgets, explain, reactProblem } from '../../server/build-tools/budget.mjs'

const view = (sources: Record<string, number>) => ({
  bytes: Object.values(sources).reduce((sum, bytes) => sum + bytes, 0),
  files: [{ path: 'dist/assets/main-A.js', bytes: 60 }],
  sources: Object.entries(sources).map(([path, bytes]) => ({ path, bytes })),
})
const limits = { 'first view': 100 }
const first = (sources: Record<string, number>) => ({ 'first view': view(sources) })

t.test('the budgets are 18 kB for a first view, and 90 kB with a client component', async (t) => {
  t.equal(budgets['first view'], 18_000)
  t.ok(budgets['first view'] + budgets['client components'] <= 92_500)
})

t.test('what is within the budgets is no problem', async (t) => {
  const sizes = first({ 'client/main.ts': 60, 'client/browser/swap.ts': 40 })
  t.equal(budgetProblem(sizes, undefined, limits), undefined)
})

t.test('above it, the sources that grew are named, the most grown first', async (t) => {
  const before = first({ 'client/main.ts': 60, 'client/browser/swap.ts': 20, 'client/browser/scroll.ts': 10 })
  const now = first({
    'client/main.ts': 60,
    'client/browser/swap.ts': 22,
    'client/browser/scroll.ts': 10,
    'client/browser/new.ts': 30,
  })
  t.equal(
    budgetProblem(now, before, limits),
    [
      'first view: 122 bytes of JavaScript, the budget is 100',
      '  client/browser/new.ts grew by 30',
      '  client/browser/swap.ts grew by 2',
    ].join('\n'),
  )
})

t.test('without an earlier build the largest sources are named', async (t) => {
  t.match(budgetProblem(first({ 'client/main.ts': 160 }), undefined, limits), 'client/main.ts has 160')
})

t.test('what a browser loads is explained by its files and sources', async (t) => {
  t.equal(
    explain(first({ 'client/main.ts': 60 }), limits),
    'first view: 60 of 100 bytes in 1 files\n       60  dist/assets/main-A.js\n       60    client/main.ts',
  )
})

t.test('React outside the code of client components is a problem', async (t) => {
  const react = { 'node_modules/react/index.js': {} }
  const hydrate = { entryPoint: 'client/browser/hydrate-component.tsx', inputs: react }
  const main = { entryPoint: 'client/main.ts', inputs: { 'client/main.ts': {} } }
  t.equal(reactProblem({ 'a.js': hydrate, 'b.js': main }), undefined)
  t.equal(
    reactProblem({ 'a.js': hydrate, 'b.js': { ...main, inputs: { ...main.inputs, ...react } } }),
    'client/main.ts imports react/index.js: React is for client/browser/hydrate-component.tsx alone',
  )
})
