// Picture store: what is known of pictures, and their copies, in DATA_DIR/media. It is a cache: it may be deleted.
import { rmSync } from 'node:fs'
import { openDatabase } from '../base/open-database.ts'
import type { Picture, RequestedCopy } from './picture.ts'
import type { Shown } from './worker.ts'

type CopyKey = Pick<RequestedCopy, 'width' | 'format'> & { version: string }
/** `original`: a copy would be larger than the file. */
export type StoredCopy = Uint8Array | 'original'
export type PictureStore = ReturnType<typeof createPictureStore>

const schema = `
  create table if not exists picture (path text primary key, version text not null, etag text, shown text);
  create table if not exists copy (
    version text, width integer, format text, size integer not null, used integer not null, body blob,
    primary key (version, width, format)
  );
  create index if not exists copy_used on copy (used, size);
`
const mostPictures = 20_000
/** How exact the time of the last use is, in milliseconds. */
const usedMs = 3_600_000

/** Throws errors of SQLite, such as one of a full disk. */
export function createPictureStore(file: string, mostBytes: number, now: () => number) {
  const database = openOrReplace(file)
  // A cache needs neither: a visitor who is sent a copy does not wait for the disk, and nothing in it is secret.
  database.exec('pragma synchronous = normal; pragma secure_delete = off')
  const known = new Map(
    database
      .prepare('select * from picture limit ?')
      .all(mostPictures)
      .map((row) => [String(row['path']), pictureOf(row)] as const),
  )
  const putPicture = database.prepare('insert or replace into picture values (?, ?, ?, ?)')
  const deletePicture = database.prepare('delete from picture where path = ?')
  const getCopy = database.prepare(
    'select body, size, used from copy where version = ? and width = ? and format = ?',
  )
  const useCopy = database.prepare('update copy set used = ? where version = ? and width = ? and format = ?')
  const putCopy = database.prepare('insert or replace into copy values (?, ?, ?, ?, ?, ?)')
  const shrink = database.prepare(`
    delete from copy where rowid in (
      select id from (select rowid as id, sum(size) over (order by used desc, rowid desc) as bytes from copy)
      where bytes > ?
    )`)

  const remove = (path: string) => {
    known.delete(path)
    deletePicture.run(path)
  }

  return {
    picture: (path: string): Picture | undefined => known.get(path),
    setPicture(path: string, picture: Picture) {
      const { version, etag = null, shown } = picture
      putPicture.run(path, version, etag, shown ? JSON.stringify(shown) : null)
      known.set(path, picture)
      const [first] = known.keys()
      if (known.size > mostPictures && first !== undefined) remove(first)
    },
    remove,
    copy({ version, width, format }: CopyKey): StoredCopy | undefined {
      const row = getCopy.get(version, width, format)
      if (!row) return undefined
      // A full disk is no reason not to send the copy.
      try {
        if (now() - Number(row['used']) > usedMs) useCopy.run(now(), version, width, format)
      } catch {}
      const body = row['body']
      return body instanceof Uint8Array ? body : 'original'
    },
    setCopy({ version, width, format }: CopyKey, copy: StoredCopy) {
      const body = copy === 'original' ? null : copy
      putCopy.run(version, width, format, (body?.length ?? 0) + rowBytes, now(), body)
      shrink.run(mostBytes)
    },
    close: () => database.close(),
  }
}

/** About, without the body. */
const rowBytes = 100

const locked = 5

/** A damaged file is made anew. */
function openOrReplace(file: string) {
  try {
    return openDatabase(file, schema)
  } catch (error) {
    if ((error as { errcode?: number }).errcode === locked) throw error
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    return openDatabase(file, schema)
  }
}

function pictureOf({ path, version, etag, shown }: Record<string, unknown>): Picture {
  return {
    version: String(version),
    etag: typeof etag === 'string' ? etag : undefined,
    // This module has written it.
    shown:
      typeof shown === 'string'
        ? { ...(JSON.parse(shown) as Shown), path: String(path), version: String(version) }
        : undefined,
  }
}
