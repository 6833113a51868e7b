// `npm run dev` on a copy of the project, with files saved as editors do, and the events sent to open pages.
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { addressOf, project } from './project-copy.ts'
import { smallFolder } from './small-site.ts'

const copied = ['build.mjs', 'package.json', 'tsconfig.json', 'server', 'client', 'shared', 'public']

export type Development = Awaited<ReturnType<typeof startDevelopment>>
type Edit = (path: string, from: string, to: string) => () => void

/** `prepare` changes the copy before the first build. */
export async function startDevelopment(t: Test, prepare: (edit: Edit) => void = () => {}) {
  const root = mkdtempSync(join(tmpdir(), 'site-development-'))
  for (const name of copied) cpSync(join(project, name), join(root, name), { recursive: true })
  cpSync(smallFolder, join(root, 'content'), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  /** Replaces text in a file and saves it by renaming a new file over it; returns a function that restores it. */
  const edit: Edit = (path, from, to) => {
    const before = readFileSync(join(root, path), 'utf8')
    if (!before.includes(from)) throw new Error(`${path} does not contain ${from}`)
    saveByRenaming(join(root, path), before.replace(from, to))
    return () => saveByRenaming(join(root, path), before)
  }
  prepare(edit)

  const child = spawn(process.execPath, ['build.mjs', '--watch'], {
    cwd: root,
    env: environment(root),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  t.teardown(async () => {
    if (child.kill('SIGTERM')) await ended
    rmSync(root, { recursive: true, force: true })
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const printedUrl = await addressOf(child.stdout, 'development server at')
  const base = printedUrl.replace('localhost', '127.0.0.1')
  const events = await listen(t, base)
  return {
    /** The copy. */
    root,
    /** Without a trailing slash. */
    base,
    /** The whole output. */
    printed: () => printed,
    edit,
    /** The data of the next event of this type. */
    next: async (type: 'reload' | 'style' | 'problem'): Promise<string> => (await once(events, type))[0],
    get: async (path: string) => {
      // A person, who gets error pages.
      const headers = { 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 Chrome/140' }
      const response = await fetch(`${base}${path}`, { headers })
      return { status: response.status, body: await response.text() }
    },
    /** Resolves with exit code and signal. */
    end: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return ended
    },
  }
}

function environment(root: string) {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const own = { PORT: '0', CONTENT_DIR: join(root, 'content'), DATA_DIR: join(root, 'data') }
  return { PATH, HOME, TMPDIR, ...own }
}

function saveByRenaming(path: string, text: string) {
  writeFileSync(`${path}~`, text)
  renameSync(`${path}~`, path)
}

/** The event stream of an open page. */
async function listen(t: Test, base: string): Promise<EventEmitter> {
  const events = new EventEmitter()
  const leaving = new AbortController()
  const { body } = await fetch(`${base}/_dev/events`, { signal: leaving.signal })
  const read = async () => {
    let text = ''
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, type, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (type) events.emit(type, JSON.parse(data ?? '""'))
      }
    }
  }
  const reading = read().catch(() => {})
  t.teardown(async () => {
    leaving.abort()
    await reading
  })
  return events
}
