// Content of a folder that no test changes, read once for all tests of a process.
import { join } from 'node:path'
import root, { type Test } from 'tap'
import { createCurrentContent } from '../../server/store/current-content.ts'
import { createLocalReader, createLocalSearch } from './content-reader.ts'
import { silent } from './log.ts'

type Content = ReturnType<typeof createCurrentContent>

const constant = [
  'server/sources/markdown/sample',
  'server/sources/markdown/starter',
  'test/fixtures/content',
]
const constantFolders = constant.map((folder) => join(import.meta.dirname, '../..', folder))
const shared = new Map<string, Content>()

/** The content of any other folder closes with the test. */
export async function createSharedContent(t: Test, folder: string): Promise<Awaited<Content>> {
  const isConstant = constantFolders.includes(folder)
  const known = shared.get(folder)
  if (known) return known
  const content = createCurrentContent({
    folder,
    store: { reader: createLocalReader(), search: createLocalSearch() },
    log: silent,
    now: Date.now,
  })
  if (isConstant) shared.set(folder, content)
  const { close } = await content
  const owner = isConstant ? root : t
  owner.teardown(close)
  return content
}
