// The folder of what has been pulled: content files that are written whole, and removed.
import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { factsIn, factsOf, type PulledFacts } from './item-file.ts'

/** Where what has been pulled from a system is, in DATA_DIR. */
export function pulledFolder({
  dataDir,
  apiKind,
  apiBase,
}: Record<'dataDir' | 'apiKind' | 'apiBase', string>) {
  const name = hash('sha256', apiBase).slice(0, 12)
  return join(dataDir, 'pulled', `${apiKind}-${name}`)
}

export type PulledFolder = Awaited<ReturnType<typeof openPulledFolder>>

const mode = 0o600
/** Files that are read at once. */
const atOnce = 64

/** Rejects where the folder cannot be made or read. */
export async function openPulledFolder(path: string) {
  const known = await readKnown(path)
  const made = new Set<string>()
  const listeners: ((file: string) => void)[] = []

  const read = (file: string) => readFile(join(path, file), 'utf8').catch(() => undefined)

  function notify(file: string): void {
    for (const listener of listeners) listener(file)
  }

  /** A type of the system may be new. */
  async function makeOnce(folder: string): Promise<void> {
    if (made.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    made.add(folder)
  }

  async function write(file: string, text: string): Promise<void> {
    if ((await read(file)) === text) return
    const target = join(path, file)
    await makeOnce(dirname(target))
    const temporary = join(dirname(target), `.${process.pid}.tmp`)
    await writeFile(temporary, text, { mode })
    await rename(temporary, target)
    notify(file)
  }

  const partOf = (file: string) => known.get(file)?.part

  return {
    path,
    /** The facts of the items, by file. */
    known: known as ReadonlyMap<string, PulledFacts>,
    partOf,
    entryOf: (file: string) => known.get(file)?.entry ?? '',
    filesOf: (part: string) => [...known.keys()].filter((file) => partOf(file) === part),
    read,
    write,
    /** `listener` is called for each file that is written or removed. */
    onChange(listener: (file: string) => void): void {
      listeners.push(listener)
    },
    async writeItem(file: string, front: Record<string, unknown>, text: string): Promise<PulledFacts> {
      await write(file, text)
      const facts = factsOf(file, front)
      known.set(file, facts)
      return facts
    },
    async remove(file: string): Promise<void> {
      await rm(join(path, file), { force: true })
      known.delete(file)
      notify(file)
    },
  }
}

async function readKnown(path: string): Promise<Map<string, PulledFacts>> {
  const known = new Map<string, PulledFacts>()

  async function learn(file: string): Promise<void> {
    const text = await readFile(join(path, file), 'utf8')
    known.set(file, factsIn(file, text))
  }

  await mkdir(path, { recursive: true, mode: 0o700 })
  const folders = (await readdir(path, { withFileTypes: true })).filter((one) => one.isDirectory())
  for (const { name: kind } of folders) {
    const names = (await readdir(join(path, kind))).filter((name) => !name.startsWith('.'))
    for (let start = 0; start < names.length; start += atOnce)
      await Promise.all(
        names
          .slice(start, start + atOnce)
          // A file that is damaged is written again.
          .map((name) => learn(`${kind}/${name}`).catch(() => rm(join(path, kind, name), { force: true }))),
      )
  }
  return known
}
