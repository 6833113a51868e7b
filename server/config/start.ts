// Checks of the start beyond the settings: folders, a public URL, and a password for drafts.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Check } from './config.ts'

/** The problems that keep the server from starting. */
export const startProblems: Check = (given, env) => {
  const { siteUrl, apiBase, showDrafts, previewPassword } = given
  const isOpen = showDrafts === 'on' && previewPassword === '' && env['NODE_ENV'] !== 'development'
  return {
    ...folderProblems(given, env),
    siteUrl:
      siteUrl === '' &&
      env['NODE_ENV'] === 'production' &&
      'must be set where NODE_ENV is production: canonical links and sitemaps contain it (to try the site out: SITE_URL=http://localhost:3000)',
    showDrafts:
      showDrafts === 'on' &&
      apiBase !== '' &&
      'must be off with API_BASE: the drafts are those of a content folder',
    previewPassword: isOpen && 'must be set, because SHOW_DRAFTS is on',
  }
}

/** The problems that keep a command from reading content or storing messages. */
export const folderProblems: Check = ({ apiBase, contentDir, dataDir }) => ({
  contentDir:
    apiBase === '' &&
    !isFolder(resolve(contentDir), constants.R_OK) &&
    'is not a folder that this process can read',
  dataDir: !isWritable(resolve(dataDir)) && 'is not a folder that this process can write or create',
})

/** A missing folder can be created if its nearest existing parent is writable. */
function isWritable(folder: string): boolean {
  const parent = dirname(folder)
  return existsSync(folder) || parent === folder ? isFolder(folder, constants.W_OK) : isWritable(parent)
}

function isFolder(folder: string, access: number): boolean {
  try {
    accessSync(folder, access | constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
