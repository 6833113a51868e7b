// Environment variables that look like settings and are ignored: what they were to set stays at its default.
import { isServiceLink } from '../config/config.ts'
import { settings } from '../config/schema.ts'
import { nearestName } from '../content/markdown/suggestion.ts'

/** Kubernetes adds variables for each service: `REDIS_PORT` is no `REDIS_URL`. */
const ofOrchestrator = /_(?:PORT|HOST|PORT_\d+_\w+)$/

const toUpstream =
  'the content system is connected by a content API with the contract of shared/api/README.md'

/** Settings of the last release that are ignored, with what replaces them. They are named for one release. */
export const formerSettings: Record<string, string> = {
  ADDRESS_CONNECTIONS: 'the load balancer or proxy in front limits the connections of an address',
  ANALYTICS: 'ANALYTICS_SCRIPT is the URL of the script, ANALYTICS_ATTRIBUTES has its attributes',
  ANALYTICS_SITE: 'ANALYTICS_ATTRIBUTES has the attributes of the script',
  ANALYTICS_URL: 'ANALYTICS_SCRIPT is the URL of the script, ANALYTICS_HOST the host of its collector',
  API_KIND: toUpstream,
  API_MAP: toUpstream,
  API_TOKEN_EN: toUpstream,
  ASSETS_DIR: 'files of earlier builds are kept in DATA_DIR/assets, and in Redis for other servers',
  BAIDU_TOKEN: 'search engines read the sitemap, which robots.txt names',
  CACHE_ENTRY_BYTES: 'responses of up to 1 MiB are cached',
  CACHE_PAGES: 'whole pages are cached; a content API whose responses forbid storing has none stored',
  EARLY_HINTS: 'no 103 response is sent',
  FORMS_STORE: 'with REDIS_URL messages are in Redis where it is durable, else on the disk',
  INDEXNOW_KEY: 'search engines read the sitemap, which robots.txt names',
  LOG_ASSETS_ONE_IN: 'successful requests for files are logged with LOG_LEVEL=debug',
  MAX_CONNECTIONS: 'a server takes 10 000 connections; a proxy in front limits them before',
  MEDIA_RESIZE: 'the server makes copies of pictures, up to MEDIA_COPIES_BYTES',
  ORIGIN_CA: 'NODE_EXTRA_CA_CERTS of Node.js names the file',
  ORIGIN_CONNECTIONS: 'a server opens up to 64 connections for the calls of the content API',
  ORIGIN_RESPONSE_LIMIT: 'responses of the content API have up to 8 MiB',
  ORIGIN_SITES: 'POST /ops/purge of each site, with the type and id of the item',
  PREVIOUS_BUILD: 'files of earlier builds are kept in DATA_DIR/assets, and in Redis for other servers',
  RENDER_CONCURRENCY: 'a server renders up to 64 pages at once, and 512 wait',
  RENDER_QUEUE: 'a server renders up to 64 pages at once, and 512 wait',
  SECURITY_EXPIRES: 'security.txt expires a year after the build',
  SYNC_SECONDS: toUpstream,
  WEBHOOK_SECRET: 'POST /ops/purge with OPS_TOKEN, and the type and id of the item',
}

/** Lines like `SITE_ULR is not a setting, did you mean SITE_URL?`. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const names = Object.values(settings).flatMap(({ name, isSecret }) =>
    isSecret ? [name, `${name}_FILE`] : name,
  )
  const problemOf = (name: string) => {
    const instead = Object.hasOwn(formerSettings, name) && formerSettings[name]
    if (instead) return `${name} is no longer a setting: ${instead}`
    if (names.includes(name))
      return isServiceLink(name, env[name])
        ? `${name} is the address of a Kubernetes service, not a port: its default applies`
        : undefined
    const meant = ofOrchestrator.test(name) ? undefined : nearestName(name, names)
    return meant && `${name} is not a setting, did you mean ${meant}?`
  }
  return Object.keys(env)
    .filter((name) => env[name])
    .flatMap((name) => problemOf(name) ?? [])
    .sort()
}
