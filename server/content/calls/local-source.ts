// Embedded content API: the contract of /api/home/* and the media, served from a folder.
import { join } from 'node:path'
import type { LocalSource, Send } from '../../base/content-source.ts'
import type { Log } from '../markdown/problem.ts'
import { type WatchFolder, watchFolder } from '../markdown/watch-folder.ts'
import { createSearchThread, type SearchOptions } from '../search/search-thread.ts'
import { createContentReader } from '../store/content-reader.ts'
import { type ContentStore, createCurrentContent } from '../store/current-content.ts'
import { createFindMedia } from '../store/media.ts'
import { createApi } from './api.ts'
import { createCalls } from './calls.ts'
import { createFormCall, formOf, type SaveMessage } from './form-call.ts'
import { createReadLocal } from './local-calls.ts'
import { mediaResponse } from './media-response.ts'

export type LocalSourceOptions = {
  /** The content folder, see README.md. */
  folder: string
  /** Stores the messages of forms. */
  saveMessage: SaveMessage
  store: ContentStore
  log: Log
  /** Whether changes in the folder, and items that become due, are served without a restart. */
  watch?: boolean | WatchFolder
  /** Milliseconds since 1970. */
  now?: () => number
}

type EmbeddedSource = LocalSource & {
  /** Resolves when the folder is served as it is now. */
  reload: () => Promise<void>
}

/** Rejects when the folder cannot be read. */
export async function createLocalSource(options: LocalSourceOptions): Promise<EmbeddedSource> {
  const { folder, saveMessage: save, store, log, watch = false, now = Date.now } = options
  const findMedia = createFindMedia(folder)
  const sendMedia: Send = (request) =>
    mediaResponse(findMedia, request, now(), (url, file) => content.repository().mediaDigest(url, file))
  const content = await createCurrentContent({ folder, store, log, now })
  const calls = createCalls(createFormCall({ save, log }))
  const send = createApi({ calls, sendMedia, repository: content.repository, log })
  const read = createReadLocal({ calls, repository: content.repository })
  if (watch) await content.watch(watch === true ? watchFolder : watch)

  return {
    kind: 'local',
    send,
    read,
    reload: async () => void (await content.reload()),
    form: () => formOf(content.repository()),
    mediaDigest: (url) => content.repository().mediaDigest(url),
    publicItems: (after) => content.repository().items.publicItems(after),
    moved: (path) => content.repository().moved(path),
    problems: () => content.reading().problems,
    onProblems: content.onProblems,
    contentUpdate: () => content.reading().update,
    nextAt: () => content.reading().nextAt,
    onChange: content.onChange,
    close: content.close,
  }
}

type SiteContentOptions = Pick<LocalSourceOptions, 'saveMessage'> & {
  config: {
    contentDir: string
    dataDir: string
    imageHosts: readonly string[]
    showDrafts: boolean
  }
  /** The output folder of build.mjs, which holds the worker's bundle. */
  distDir: string
  log: Log
  watch: boolean
  onOverload?: SearchOptions['onOverload']
}

export function createSiteContent({
  config,
  distDir,
  log,
  watch,
  onOverload,
  saveMessage,
}: SiteContentOptions): Promise<EmbeddedSource> {
  return createLocalSource({
    saveMessage,
    folder: config.contentDir,
    store: {
      reader: createContentReader(distDir),
      search: createSearchThread(distDir, { log, onOverload }),
      indexFolder: join(config.dataDir, 'content'),
      richText: { imageHosts: config.imageHosts },
      showsDrafts: config.showDrafts,
    },
    log,
    watch,
  })
}
