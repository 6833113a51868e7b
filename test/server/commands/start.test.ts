// The start of a server: what it cannot run with, and what it says of its settings.
import { join } from 'node:path'
import t from 'tap'
import { runProgram } from './process.ts'

t.test('what a server cannot start with is named, all at once, with exit code 78', async (t) => {
  const folder = t.testdir({ file: '' })
  const env = {
    NODE_ENV: 'production',
    CONTENT_DIR: join(folder, 'nowhere'),
    DATA_DIR: join(folder, 'file', 'data'),
    LOG_LEVEL: 'loud',
    REDIS_URL: 'redis+sentinel://127.0.0.1:1',
  }
  for (const args of [[], ['check-config']]) {
    const { code, out, err } = await runProgram(args, env)
    t.match({ code, out }, { code: 78, out: '' })
    const [first, ...lines] = err.trimEnd().split('\n')
    t.equal(first, 'The configuration is invalid:')
    t.match(lines, [
      /^ {2}SITE_URL must be set where NODE_ENV is production: .*SITE_URL=http:\/\/localhost:3000/,
      /^ {2}CONTENT_DIR is not a folder that this process can read$/,
      /^ {2}DATA_DIR is not a folder that this process can write or create$/,
      /^ {2}REDIS_URL must name the primary as the Sentinels do, like redis\+sentinel:/,
      /^ {2}LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent$/,
    ])
    t.equal(lines.length, 5)
  }
})

t.test('drafts are shown from a folder, with a password', async (t) => {
  const env = { DATA_DIR: t.testdir(), SHOW_DRAFTS: 'on' }
  const upstream = { API_BASE: 'http://api.example' }
  t.match(await runProgram(['check-config'], { ...env, ...upstream }), {
    code: 78,
    err:
      'The configuration is invalid:\n' +
      '  SHOW_DRAFTS must be off with API_BASE: the drafts are those of a content folder\n' +
      '  PREVIEW_PASSWORD must be set, because SHOW_DRAFTS is on\n',
  })
  const short = await runProgram(['check-config'], { ...env, PREVIEW_PASSWORD: 'short' })
  t.match(short, { code: 78, err: /PREVIEW_PASSWORD must be at least 8 characters without spaces; it has 5/ })
  const development = { ...upstream, NODE_ENV: 'development', DATA_DIR: env.DATA_DIR }
  t.match(await runProgram(['check-config'], development), { code: 0, err: '' })
})

t.test('a secret may be in a file, which is named where it cannot be used', async (t) => {
  const folder = t.testdir({ token: '0123456789abcdef\n', empty: '\n' })
  const config = (env: Record<string, string>) => runProgram(['check-config'], { DATA_DIR: folder, ...env })
  const OPS_TOKEN_FILE = join(folder, 'token')
  t.match(await config({ OPS_TOKEN_FILE }), { code: 0, err: '', out: /^OPS_TOKEN=\(set\)$/m })
  const unread = 'must be in the file that OPS_TOKEN_FILE names: it cannot be read or is empty'
  for (const name of ['empty', 'missing'])
    t.match(await config({ OPS_TOKEN_FILE: join(folder, name) }), {
      code: 78,
      err: `The configuration is invalid:\n  OPS_TOKEN ${unread}\n`,
    })
  const twice = await config({ OPS_TOKEN_FILE, OPS_TOKEN: 'fedcba9876543210' })
  t.match(twice, { code: 78, err: /^ {2}OPS_TOKEN must not be set together with OPS_TOKEN_FILE$/m })
  t.match(await config({ OPS_TOKNE_FILE: OPS_TOKEN_FILE }), { err: /did you mean OPS_TOKEN_FILE\?/ })
})
