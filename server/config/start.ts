// Start-up checks beyond the schema: folders, and a public URL.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { settingText } from './config.ts'
import type { ConfigProblem } from './setting-problems.ts'

type World = { env: NodeJS.ProcessEnv; sampleDir: string }

/** The problems that keep the server from starting. */
export function startProblems(world: World): ConfigProblem[] {
  return [...siteProblems(world.env), ...folderProblems(world)]
}

/** The problems that keep a command from reading content or storing messages. */
export function folderProblems({ env, sampleDir }: World): ConfigProblem[] {
  const contentDir = settingText(env, 'CONTENT_DIR')
  const readsContent = settingText(env, 'API_BASE') === ''
  const problems: ConfigProblem[] = []
  if (readsContent && !isFolder(resolve(contentDir || sampleDir), constants.R_OK))
    problems.push({ name: 'CONTENT_DIR', problem: 'is not a folder that this process can read' })
  if (!isWritable(resolve(settingText(env, 'DATA_DIR') || 'data')))
    problems.push({ name: 'DATA_DIR', problem: 'is not a folder that this process can write or create' })
  return problems
}

function siteProblems(env: NodeJS.ProcessEnv): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (env['NODE_ENV'] === 'production' && settingText(env, 'SITE_URL') === '') {
    const why = 'must be set where NODE_ENV is production: canonical links and sitemaps contain it'
    problems.push({
      name: 'SITE_URL',
      problem: `${why} (to try the site out: SITE_URL=http://localhost:3000)`,
    })
  }
  if (settingText(env, 'SHOW_DRAFTS') !== 'on') return problems
  if (settingText(env, 'API_BASE') !== '')
    problems.push({
      name: 'SHOW_DRAFTS',
      problem: 'must be off with API_BASE: the drafts are those of a content folder',
    })
  if (settingText(env, 'PREVIEW_PASSWORD') === '' && env['NODE_ENV'] !== 'development')
    problems.push({ name: 'PREVIEW_PASSWORD', problem: 'must be set, because SHOW_DRAFTS is on' })
  return problems
}

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
