// The budget of the first view's JavaScript: a build above it fails and names what grew.
import t from 'tap'
import { budgetProblem, explain, firstViewBudgetBytes } from '../../server/build-tools/budget.mjs'

const page = (sources: Record<string, number>) => ({
  bytes: Object.values(sources).reduce((sum, bytes) => sum + bytes, 0),
  files: [{ path: 'dist/assets/main-A.js', bytes: 60 }],
  sources: Object.entries(sources).map(([path, bytes]) => ({ path, bytes })),
})

t.test('the budget is 109 kB', async (t) => t.equal(firstViewBudgetBytes, 109_000))

t.test('pages within the budget are no problem', async (t) => {
  t.equal(
    budgetProblem({ home: page({ 'react-dom': 60, 'client/ui/menu.tsx': 40 }) }, undefined, 100),
    undefined,
  )
})

t.test('above it, the sources that grew are named, the most grown first', async (t) => {
  const before = { home: page({ 'react-dom': 60, 'client/ui/menu.tsx': 20, 'client/ui/hero.tsx': 10 }) }
  const now = {
    home: page({
      'react-dom': 60,
      'client/ui/menu.tsx': 22,
      'client/ui/hero.tsx': 10,
      'client/ui/new.tsx': 30,
    }),
    list: page({ 'react-dom': 60 }),
  }
  t.equal(
    budgetProblem(now, before, 100),
    [
      'home: 122 bytes of JavaScript in the first view, the budget is 100',
      '  client/ui/new.tsx grew by 30',
      '  client/ui/menu.tsx grew by 2',
    ].join('\n'),
  )
})

t.test('without an earlier build the largest sources are named', async (t) => {
  t.match(budgetProblem({ home: page({ 'react-dom': 160 }) }, undefined, 100), 'react-dom has 160')
})

t.test('every page is explained by its files and sources', async (t) => {
  t.equal(
    explain({ home: page({ 'react-dom': 60 }) }, 100),
    'home: 60 of 100 bytes in 1 files\n       60  dist/assets/main-A.js\n       60    react-dom',
  )
})
