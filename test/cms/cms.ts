// A real content system behind the site, as run.ts starts it: one file, and a line in systems.ts.
import type { Scope } from './process.ts'
import type { Page } from './visitor.ts'

/** A change in the system that it reports itself with its webhook; `isSeen` is called until it holds. */
export type Change = {
  /** Completes the sentence "a webhook purges …". */
  name: string
  make: () => Promise<void>
  isSeen: (get: (path: string) => Promise<Page>) => Promise<boolean>
}

export type Cms = {
  /** The environment of a server of the site: API_KIND, API_BASE, and what the system needs. */
  env: Record<string, string>
  /** What no response, log line or metric may have besides the tokens and the address: its own names, passwords. */
  hidden: string[]
  /** Paths of this site that must not lead to a file of the system. */
  closedPaths: string[]
  /** Routes for which the system can have no item. */
  /** By their names: `news-list`. */
  missingRoutes: string[]
  /** Fields of its responses that no adapter reads: recordings are without them. */
  unreadFields: string[]
  /** Gives the newest Chinese news article another title. The system sends its webhook itself. */
  changeTitle: (title: string) => Promise<void>
  /** Takes that article off the site. The system sends its webhook itself. */
  unpublish: () => Promise<void>
  /** Adds a Chinese news article that is not public. */
  createDraft: (title: string) => Promise<void>
  /** Adds that many public news in each language, older than those of the sample, without webhooks where that is possible. */
  addNews: (count: number) => Promise<void>
  /** Takes half of the news off the site, without a date or a note that says so. */
  removeHalf: () => Promise<void>
  /** Withdraws everything that the token may read, where that is not public anyway. */
  emptyPolicy?: () => Promise<void>
  revokeToken: () => Promise<void>
  /** What else an editor changes and the system reports: made one after the other, after those above. */
  otherChanges?: Change[]
  /** Kills the program, without time to end. */
  kill: () => Promise<void>
  /** Starts it again at the same address; resolves when it responds. */
  restart: () => Promise<void>
}

export type StartOptions = {
  /** What is started ends with it. */
  scope: Scope
  /** A folder that is deleted at the end. */
  folder: string
  /** Where the system sends its webhooks, with this secret as bearer token. */
  webhook: { url: string; secret: string }
}

/** Installs the system, fills it with the sample content in both languages and starts it on loopback. */
export type StartCms = (options: StartOptions) => Promise<Cms>
