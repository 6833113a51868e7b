// Place of the content index: a folder that one server uses at a time, else a temporary one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeFileLock } from '../base/open-database.ts'
import type { Log } from '../sources/markdown/problem.ts'

/** `recordsFile`: for a server without a folder for its data. */
type IndexPlace = { file: string; recordsFile: string; isTemporary: boolean; close: () => void }

const fileName = 'index.sqlite'
const recordsName = 'records.sqlite'

/** Throws where no temporary folder can be made either. */
export function openIndexPlace(folder: string | undefined, log: Pick<Log, 'info'>): IndexPlace {
  if (folder === undefined) return openTemporaryPlace()
  try {
    const lock = takeFileLock(join(folder, 'lock.sqlite'))
    const close = () => void (lock.isOpen && lock.close())
    return { file: join(folder, fileName), recordsFile: join(folder, recordsName), isTemporary: false, close }
  } catch (err) {
    log.info(
      { err, folder },
      'content index in a temporary folder: another server uses the folder, or it is not writable',
    )
    return openTemporaryPlace()
  }
}

export function openTemporaryPlace(): IndexPlace {
  const folder = mkdtempSync(join(tmpdir(), 'site-content-'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  return { file: join(folder, fileName), recordsFile: join(folder, recordsName), isTemporary: true, close }
}
