// Route middleware: steps before a navigation, by name.
import t from 'tap'
import { runMiddleware } from '../../client/browser/middleware.ts'

t.test('without an answer the target stays', async (t) => {
  t.equal(
    runMiddleware({ redirects: () => undefined }, () => ['redirects'], '/news'),
    '/news',
  )
})

t.test('the first answer wins, and the new target has its own steps', async (t) => {
  const asked: string[] = []
  const table = {
    first: (to: string) => {
      asked.push(`first ${to}`)
      return to === '/old' ? '/new' : undefined
    },
    second: (to: string) => {
      asked.push(`second ${to}`)
      return undefined
    },
  }
  t.equal(
    runMiddleware(table, (to) => (to === '/new' ? ['first', 'second'] : ['first']), '/old'),
    '/new',
  )
  t.strictSame(asked, ['first /old', 'first /new', 'second /new'])
})

t.test('a circle ends', async (t) => {
  const table = { redirects: (to: string) => (to === '/a' ? '/b' : '/a') }
  t.match(
    runMiddleware(table, () => ['redirects'], '/a'),
    /^\/[ab]$/,
  )
})

t.test('an unknown name is an error', async (t) => {
  t.throws(() => runMiddleware({}, () => ['admin'], '/'), new Error("Unknown route middleware: 'admin'."))
})
