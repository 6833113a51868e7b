// Route middleware: named functions that run before a navigation.
import t from 'tap'
import { runMiddleware } from '../../client/browser/middleware.ts'

t.test('middleware without a redirect keeps the target', async (t) => {
  t.equal(runMiddleware({ redirects: () => undefined }, ['redirects'], '/news'), '/news')
})

t.test('the first redirect wins, and the middleware of its target runs', async (t) => {
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
  t.equal(runMiddleware(table, ['first', 'second'], '/old'), '/new')
  t.strictSame(asked, ['first /old', 'first /new', 'second /new'])
})

t.test('a redirect loop ends', async (t) => {
  const table = { redirects: (to: string) => (to === '/a' ? '/b' : '/a') }
  t.match(runMiddleware(table, ['redirects'], '/a'), /^\/[ab]$/)
})

t.test('an unknown middleware name is an error', async (t) => {
  t.throws(() => runMiddleware({}, ['admin'], '/'), new Error("Unknown route middleware: 'admin'."))
})
