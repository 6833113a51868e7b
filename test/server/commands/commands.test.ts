import t from 'tap'
import { runProgram } from './process.ts'

t.test('the program lists its commands, and a command explains itself', async (t) => {
  const [overview, unknown] = await Promise.all([['--help'], ['erase']].map((args) => runProgram(args)))
  t.match(overview, { code: 0, err: '' })
  t.match(unknown, { code: 64, out: '', err: /Unknown command "erase"/ })
  const names = [...(overview?.out ?? '').matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name = '']) => name)
  t.ok(names.length > 5)
  const help = await runProgram(['backup', '--help'])
  t.match(help, { code: 0, out: /main\.js backup DIR/, err: '' })
})

t.test('on a Node that is too old it says in one line which one it needs', async (t) => {
  const { code, out, err } = await runProgram([], {}, [
    `--import=data:text/javascript,${encodeURIComponent(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
    )}`,
  ])
  t.strictSame(
    { code, out, err },
    { code: 1, out: '', err: 'Node 22.23 or newer is needed; this is Node 20.20.2.\n' },
  )
})
