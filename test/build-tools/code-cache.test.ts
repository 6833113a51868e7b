// The code cache of the built server: it is used, and the server starts without it whatever is wrong with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { cacheFileOf, compileBundle } from '../../server/code-cache.ts'
import { distDir } from '../helpers/site.ts'

const program = join(distDir, 'server')

/** The built program in a folder of its own. */
async function copy(t: { testdir: () => string }) {
  const folder = t.testdir()
  await cp(program, folder, { recursive: true })
  return join(folder, 'site.js')
}

/** The program's own answer to --help. */
async function help(file: string, args: string[] = []) {
  const child = spawn(process.execPath, [...args, join(file, '../main.js'), '--help'])
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { isHelp: out.startsWith('node dist/server/main.js [command]'), err, code }
}
const helped = { isHelp: true, err: '', code: 0 }

t.test('what was compiled when the server was built is used', async (t) => {
  const file = await copy(t)
  t.equal(compileBundle(file).cachedDataRejected, false)
  t.strictSame(await help(file), helped)
})

t.test('one that is missing, damaged or cut off, or belongs to another source, is left alone', async (t) => {
  const damages = {
    missing: (file: string) => rm(cacheFileOf(file)),
    empty: (file: string) => writeFile(cacheFileOf(file), ''),
    'cut off': (file: string) => truncate(cacheFileOf(file), 100_000),
    damaged: async (file: string) => {
      const contents = await readFile(cacheFileOf(file))
      for (let at = 1000; at < contents.length; at += 1000) contents[at]! ^= 0x5a
      await writeFile(cacheFileOf(file), contents)
    },
    'of another source': (file: string) => appendFile(file, '\n'),
    // Of the same length, which is all that V8 would look at.
    'of a source that differs': async (file: string) => {
      const source = await readFile(file, 'utf8')
      await writeFile(file, source.replace('serves the site;', 'SERVES the site;'))
    },
  }
  for (const [name, damage] of Object.entries(damages)) {
    const file = await copy(t)
    await damage(file)
    t.equal(compileBundle(file).cachedDataRejected, undefined, name)
    t.strictSame(await help(file), helped, name)
  }
})

t.test('V8 refuses one that was made with other flags, and the server starts', async (t) => {
  const file = await copy(t)
  const flags = ['--no-opt']
  t.strictSame(await help(file, flags), helped)
  const check = `const { compileBundle } = await import(${JSON.stringify(import.meta.resolve('../../server/code-cache.ts'))})
    console.log(compileBundle(${JSON.stringify(file)}).cachedDataRejected)`
  const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', check])
  t.equal((await text(child.stdout)).trim(), 'true')
})
