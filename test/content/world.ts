// A temporary content folder for each test, and the embedded origin that serves it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { createLocalSource } from '../../server/content/calls/local-source.ts'
import { type ContentOptions, createCurrentContent } from '../../server/content/store/current-content.ts'
import type { RichText, SafeHtml } from '../../shared/content/reader.ts'
import { createLocalReader, createLocalSearch } from '../helpers/content-reader.ts'
import { createTestMessages } from '../helpers/messages.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

export type Files = Record<string, string | Buffer>
type Logged = { level: 'info' | 'warn' | 'error'; fields: Record<string, unknown>; event: string }
export type World = Awaited<ReturnType<typeof createWorld>>

export const richText: RichText = (html) => html as SafeHtml

/** The four YAML files in their smallest form. */
export const siteFiles: Files = {
  'site.yaml': 'zh: { title: 水表厂 }\nen: { title: Meter Works }\n',
  'menu.yaml': '',
  'labels.yaml': '',
  'banners.yaml': '',
}

/** After all dates of the tests. */
const worldTime = Date.parse('2100-01-01T00:00:00Z')

type WorldOptions = Partial<ContentOptions> & {
  /** SQLite file of the messages; default: none. */
  dataFile?: string
}

export async function createWorld(t: Test, files: Files, options: WorldOptions = {}) {
  const {
    reader = createLocalReader(),
    search = createLocalSearch,
    folder = createFolder(t, { ...siteFiles, ...files }),
    indexFolder = temporaryFolder(t, 'index'),
    showsDrafts = false,
    now = () => worldTime,
    dataFile,
    ...others
  } = options
  const logged: Logged[] = []
  const note = (level: Logged['level']) => (fields: object, event: string) => {
    logged.push({ level, fields: fields as Record<string, unknown>, event })
  }
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  const { saveMessage, close } = await createTestMessages(t, { file: dataFile, now: options.now ?? Date.now })
  const how = { folder, reader, search, log, now, indexFolder, showsDrafts, richText: { imageHosts: [] } }
  const content = await createCurrentContent({ ...how, ...others })
  const origin = { ...createLocalSource(content, saveMessage, { folder, log, now }), reload: content.reload }
  t.teardown(async () => {
    await origin.close()
    await close()
  })

  async function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Buffer | Readable,
  ) {
    const response = await origin.send({ method, path, headers, ...(body && { body }) })
    const bytes = Buffer.isBuffer(response.body) ? response.body : await buffer(response.body)
    const isJson = String(response.headers['content-type']).startsWith('application/json') && bytes.length > 0
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      json: isJson ? JSON.parse(bytes.toString()) : undefined,
    }
  }

  return {
    folder,
    origin,
    log,
    logged,
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      send('POST', path, headers, Buffer.from(JSON.stringify(body))),
    /** The data of a call, in this way: `article/detail/1?lang=zh`. */
    dataOf: async (call: string) => (await send('GET', `/api/home/${call}`)).json.data,
    /** `file:line problem` of each problem of a file, in order. */
    problems: (): string[] =>
      origin.problems().map(({ file, line, problem }) => `${file}:${line} ${problem}`),
    /** Logged problems of files, in order. */
    warnings: (): Record<string, unknown>[] =>
      logged.filter(({ level }) => level === 'warn').map(({ fields, event }) => ({ ...fields, event })),
  }
}

/** A content folder and its database, for several starts. */
export function createPlace(t: Test, files: Files) {
  const folder = createFolder(t, { ...siteFiles, ...files })
  const indexFolder = join(createFolder(t, {}), 'content')
  const databaseFile = join(indexFolder, 'content.sqlite')
  const change = (sql: string) => {
    const database = new DatabaseSync(databaseFile)
    database.exec(sql)
    database.close()
  }
  return {
    folder,
    databaseFile,
    change,
    start: (options: WorldOptions = {}) => createWorld(t, {}, { folder, indexFolder, ...options }),
    write: (changed: Files) => writeFiles(folder, changed),
    /** What was derived by another version is of no use. */
    newBuild: () =>
      change(`update state set value = json_set(value, '$[0]', 'other') where name = 'identity'`),
  }
}

export function createFolder(t: Test, files: Files): string {
  const folder = temporaryFolder(t, 'content')
  writeFiles(folder, files)
  return folder
}

export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** A Markdown file from front matter lines and a body. */
export function page(front: string, body = ''): string {
  return `---\n${front.trim()}\n---\n${body}`
}
