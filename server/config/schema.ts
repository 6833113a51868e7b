// Settings: each is an environment variable, and is declared here alone. Their types and problems, check-config and the table in
// the documents follow. Grouped by who needs them.
import { defaultDownloadId } from '../../shared/constants.ts'
import { readRedisUrl } from '../base/redis-url.ts'
import {
  choice,
  flag,
  folder,
  list,
  matching,
  network,
  pairs,
  password,
  seconds,
  secret,
  setting,
  url,
  whole,
} from './kinds.ts'
import { mailServer, recipient, sender, webhookUrl } from './notifications.ts'
import { readRedirectFile } from './redirect-table.ts'

/** A CSP source (CSP Level 3 §2.3.1). */
const host = '(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1))(?::\\d{1,5})?'
/** Without `;` and `,`, which end a directive and a policy, without dot segments, and without a final `/`, which admits every script below it. */
const script = new RegExp(`^(?:${host})?(?:/[\\w~@+=:-][\\w.~@+=:-]*)+(?:\\?[\\w.~%/@+=:&-]*)?$`)
const imageHost = /^https:\/\/(?:\*\.)?[A-Za-z0-9.-]+(?::\d{1,5})?$/
const contact = /^(?:mailto:|https:\/\/|tel:)\S+$/
/** Attributes that load nothing and run nothing. */
const attribute = /^(data-[a-z0-9-]+|async|crossorigin|defer|integrity|referrerpolicy|type)=([ -:<-~]*)$/
/** Fields that belong to the connection or to this server. */
const ownFields = 'connection|content-length|transfer-encoding|upgrade|te|trailer|expect|accept-encoding|via'
const field = new RegExp(`^(?!(?:${ownFields}):)([!#$%&'*+.^\`|~\\w-]+):([\\t\\x20-\\x7e]*)$`, 'i')

const site = {
  siteUrl: setting(
    'SITE_URL',
    url(/^https?:\/\/[^\s/?#]+\/*$/, 'a URL without a path, like https://www.example.com'),
    'Public URL without a path; default `http://localhost:PORT`',
  ),
  robots: flag('ROBOTS', 'allow', 'Indexing by search engines', ['allow', 'deny']),
  redirects: setting('REDIRECTS', readRedirectFile, 'YAML or JSON file of [redirects](#redirects)'),
  contentDir: setting('CONTENT_DIR', folder, 'Content folder without `API_BASE`; default: the sample'),
  downloadId: whole('DOWNLOAD_ID', defaultDownloadId, [1], 'Category at `/download`; else the first one'),
  imageHosts: setting(
    'IMAGE_HOSTS',
    list(/ /, matching(imageHost, 'https: URLs without a path, separated by spaces')),
    'Other hosts of images: `https://img.example https://*.cdn.example`',
  ),
  securityContacts: setting(
    'SECURITY_CONTACT',
    list(/ /, matching(contact, 'mailto:, https: or tel: addresses, separated by spaces')),
    'Addresses in `security.txt`, separated by spaces: `mailto:security@example.com`',
  ),
  fingerprint: flag('FINGERPRINT', 'on', 'Visitor id in form messages'),
  analyticsScript: setting(
    'ANALYTICS_SCRIPT',
    url(script, 'the https URL of a script, like https://stats.example.com/s.js, or its path on this site'),
    '[Web analytics](#web-analytics): URL or path of the script; empty: off',
  ),
  analyticsAttributes: setting(
    'ANALYTICS_ATTRIBUTES',
    pairs(/;/, attribute, 'attributes of a script, data-… or defer, with ; between: data-site=abc; defer='),
    'Its attributes: `data-site=abc; defer=`',
  ),
  analyticsHost: setting(
    'ANALYTICS_HOST',
    url(new RegExp(`^${host}$`), 'an https URL without a path, like https://collect.example.com'),
    'Another host to which it sends: `https://collect.example.com`',
  ),
  showDrafts: flag('SHOW_DRAFTS', 'off', 'Shows [drafts](#drafts) to editors'),
  previewPassword: password('PREVIEW_PASSWORD', 8, 'Password for `SHOW_DRAFTS=on`'),
}

const contentApi = {
  apiBase: setting(
    'API_BASE',
    url(/^https?:\/\/[^\s/?#][^\s?#]*$/, 'a URL without a query, like https://api.example.com'),
    'Base URL of the content API; empty: embedded',
  ),
  apiToken: secret('API_TOKEN', matching(/^[\x20-\x7e]*$/, 'ASCII characters'), 'Its token'),
  apiFields: secret(
    'API_HEADERS',
    pairs(/[;\n]/, field, 'header fields like X-Api-Key: abc, separated by ; or line breaks'),
    'Header fields for it: `X-Api-Key: abc; X-Site: www`',
  ),
  upstreamCache: choice(
    'UPSTREAM_CACHE',
    'respect',
    ['respect', 'policy'],
    'Lifetime of its responses, by their caching fields or by [the table](#cache)',
  ),
  formName: setting(
    'FORM_NAME',
    matching(/^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,64}$/, '1 to 64 letters, digits, _, ., : and -'),
    'Name of the contact form there',
    ':name',
  ),
  formResend: flag(
    'FORM_RESEND',
    'on',
    'Whether it knows `Idempotency-Key`; off: messages are [sent once](#forms)',
  ),
}

const messages = {
  formRateLimit: whole('FORM_RATE_LIMIT', 20, [0, 100_000], 'Messages per address in 10 minutes; 0: any'),
  formRetentionDays: whole('FORM_RETENTION_DAYS', 730, [1, 36_500], 'Age at which messages are deleted'),
  mailServer: secret('SMTP_URL', mailServer, 'Mail server: `smtps:` (465), or `smtp:` (587) with STARTTLS'),
  notifyTo: setting('NOTIFY_TO', list(/[,，]/, recipient), 'E-mail addresses, separated by commas'),
  notifyFrom: setting('NOTIFY_FROM', sender, 'Sender; default: user of `SMTP_URL`, or no-reply at the site'),
  notifyUrl: secret('NOTIFY_URL', webhookUrl, 'Webhook; `http:` only for a private host'),
  notifyKind: choice(
    'NOTIFY_KIND',
    'json',
    ['json', 'wecom', 'dingtalk', 'feishu', 'slack'],
    'Format of the webhook',
  ),
  notifySecret: password('NOTIFY_SECRET', 16, 'Secret for json, dingtalk and feishu'),
}

const operation = {
  host: setting('HOST', String, 'Address to listen on', '0.0.0.0'),
  port: whole('PORT', 3000, [0, 65_535], 'Port to listen on; 0: any free port'),
  trustProxy: setting(
    'TRUST_PROXY',
    list(/,/, network),
    'Trusted proxies: addresses and networks, separated by commas',
  ),
  dataDir: setting('DATA_DIR', folder, 'Folder for data that must survive a restart', 'data'),
  redis: secret('REDIS_URL', readRedisUrl, '[Redis](#redis) or Valkey of several servers'),
  opsToken: password('OPS_TOKEN', 16, 'Token of purges and `/metrics` (empty: off)'),
  metricsPort: whole('METRICS_PORT', 0, [0, 65_535], 'Open port of [`/metrics`](#metrics); 0: at `PORT`'),
  logLevel: choice(
    'LOG_LEVEL',
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'Lowest level that is logged',
  ),
  logAddresses: choice(
    'LOG_ADDRESSES',
    'network',
    ['full', 'network', 'off'],
    'Client addresses in the log (network: /24, /48)',
  ),
}

const limits = {
  addressRate: whole('ADDRESS_RATE', 100, [0, 100_000], 'Rate limits per address in percent; 0: no limits'),
  cacheMemoryBytes: whole('CACHE_MEMORY_BYTES', 2 ** 27, [2 ** 20], 'Maximum bytes cached in memory'),
  cacheSnapshotSeconds: whole(
    'CACHE_SNAPSHOT_SECONDS',
    0,
    [0, 86_400],
    'Interval at which the cache is saved to `DATA_DIR`; 0: never; default with `API_BASE`: 60',
  ),
  mediaCopiesBytes: whole(
    'MEDIA_COPIES_BYTES',
    2 ** 30,
    [0],
    'Bytes of [picture](#pictures) copies; 0: none',
  ),
  keepAliveMs: seconds('KEEP_ALIVE_SECONDS', 72, [1, 3600], 'Keep-alive time, above the load balancer’s'),
  drainMs: seconds('DRAIN_SECONDS', 5, [0, 300], 'Time after `SIGTERM` during which `/readyz` is 503'),
  shutdownMs: seconds('SHUTDOWN_SECONDS', 8, [1, 300], 'Time after `DRAIN_SECONDS` for requests in flight'),
}

/** By the heading in the documents. */
export const settingGroups = {
  Site: site,
  'Content API': contentApi,
  'Forms and notices': messages,
  Operation: operation,
  'Limits and times': limits,
}
export const settings = { ...site, ...contentApi, ...messages, ...operation, ...limits }

export type Config = { [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['read']> }
