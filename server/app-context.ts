// Application context: what all rooms share, as it was given or by default.
import { requestTimeoutMs } from '../shared/constants.ts'
import type { Build } from './base/build.ts'
import type { ContentSource } from './base/content-source.ts'
import { buildWith } from './config/redirect-table.ts'
import type { Config } from './config/schema.ts'
import { type CurrentSiteSettings, createSiteSettings } from './config/site-settings.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export type Time = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a monotonic clock, for timeouts and limits. */
  monotonic: () => number
  /** How long a form submission waits for the upstream's response, in milliseconds. */
  formTimeoutMs: number
  /** How long a page waits for an optional part, in milliseconds. */
  partTimeoutMs: number
  /** After this time a slot for rendering is released, whatever became of its page. */
  renderSlotMs: number
  /** Pause between requests to an upstream that nobody waits for, in milliseconds. */
  walkPauseMs: number
}

type Mode = {
  /** Fills the cache before the server is ready. */
  warm: boolean
  /** Aborted when the process is stopping, before the app is closed. */
  draining: AbortSignal
  /** Set by the development server: the page of all components. */
  development: boolean
}

export type AppContext = {
  config: Config
  source: ContentSource
  /** With the redirects of the configuration. */
  build: Build
  /** The output folder of build.mjs. */
  distDir: string
  /** Languages, sections and time zone of the site, which change while the server runs. */
  siteSettings: CurrentSiteSettings
  telemetry: Telemetry
  time: Time
  mode: Mode
  /** The folder of a hashed file of an earlier build. */
  earlierAsset: (name: string) => Promise<string | undefined>
  /** How many pages are rendered at once. */
  mostRenders: number
}

/** `telemetry`: that of the upstream. */
export type AppOptions = Pick<AppContext, 'config' | 'source' | 'build' | 'distDir' | 'telemetry'> &
  Partial<Pick<AppContext, 'earlierAsset' | 'mostRenders'>> & { time?: Partial<Time>; mode?: Partial<Mode> }

export function createAppContext(options: AppOptions): AppContext {
  const { config, source, build, distDir, telemetry } = options
  const { earlierAsset = async () => undefined, mostRenders = 64 } = options
  const time: Time = {
    now: Date.now,
    monotonic: () => performance.now(),
    formTimeoutMs: 2500,
    partTimeoutMs: 2500,
    renderSlotMs: 2 * requestTimeoutMs,
    walkPauseMs: 250,
    ...options.time,
  }
  return {
    config,
    source,
    build: buildWith(build, config.redirects),
    distDir,
    siteSettings: createSiteSettings(config, telemetry.log),
    telemetry,
    time,
    mode: { warm: false, draining: new AbortController().signal, development: false, ...options.mode },
    earlierAsset,
    mostRenders,
  }
}
