// Stored redirects: the rows of the content index for addresses that have moved.
import type { DatabaseSync } from 'node:sqlite'
import { addressKey } from './addresses.ts'
import { storedSiteSettings } from './stored-site-settings.ts'

/** Replaces all. Targets by the key of an address. */
export function storeRedirects(database: DatabaseSync, targets: Map<string, string>): void {
  database.exec('delete from redirect')
  const put = database.prepare('insert into redirect values (?, ?)')
  for (const [address, target] of targets) put.run(address, target)
}

/** Returns a path of this site in ASCII, which may have a query and a fragment. */
export function createFindMoved(database: DatabaseSync): (path: string) => string | undefined {
  const siteSettings = storedSiteSettings(database)
  const find = database.prepare('select target from redirect where address = ?')
  return (path) => {
    const key = addressKey(path, siteSettings)
    const target = key === undefined ? undefined : find.get(key)?.['target']
    return target === undefined ? undefined : String(target)
  }
}
