// Settings: each is an environment variable, and is declared here alone. Their types and problems, check-config and the table in
// the documents follow. Grouped by who needs them.
import { defaultDownloadId } from '../../shared/constants.ts'
import {
  anyText,
  either,
  folder,
  headerFields,
  matching,
  networks,
  oneOf,
  password,
  scriptAttributes,
  seconds,
  secret,
  setting,
  url,
  whole,
  words,
} from './kinds.ts'
import { mailServer, recipients, sender, webhookUrl } from './notifications.ts'
import { readRedirectFile } from './redirect-table.ts'
import { readRedisUrl } from './redis-url.ts'

/** A CSP source (CSP Level 3 §2.3.1). */
const host = '(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1))(?::\\d{1,5})?'
/** Without `;` and `,`, which end a directive and a policy, without dot segments, and without a final `/`, which admits every script below it. */
const script = new RegExp(`^(?:${host})?(?:/[\\w~@+=:-][\\w.~@+=:-]*)+(?:\\?[\\w.~%/@+=:&-]*)?$`)

const site = {
  siteUrl: setting(
    'SITE_URL',
    url(/^https?:\/\/[^\s/?#]+\/*$/, 'a URL without a path, like https://www.example.com'),
    'Public URL without a path; default `http://localhost:PORT`',
  ),
  robots: setting('ROBOTS', either('allow', 'deny'), 'Indexing by search engines: allow or deny', 'allow'),
  redirects: setting('REDIRECTS', readRedirectFile, 'YAML or JSON file of [redirects](#redirects)'),
  contentDir: setting('CONTENT_DIR', folder, 'Content folder; default: the sample. Not read with `API_BASE`'),
  downloadId: whole('DOWNLOAD_ID', defaultDownloadId, [1], 'Category at `/download`; else the first one'),
  imageHosts: setting(
    'IMAGE_HOSTS',
    words(/^https:\/\/(?:\*\.)?[A-Za-z0-9.-]+(?::\d{1,5})?$/, 'https: URLs without a path'),
    'Other hosts of images, like `https://img.example https://*.cdn.example`',
  ),
  securityContacts: setting(
    'SECURITY_CONTACT',
    words(/^(?:mailto:|https:\/\/|tel:)\S+$/, 'mailto:, https: or tel: addresses'),
    'Addresses for `security.txt`, like `mailto:security@example.com`, separated by spaces',
  ),
  fingerprint: setting('FINGERPRINT', either('on', 'off'), 'Visitor id in form messages: on or off', 'on'),
  analyticsScript: setting(
    'ANALYTICS_SCRIPT',
    url(
      script,
      'the https URL of a script, like https://stats.example.com/script.js, or its path on this site',
    ),
    'Script of [web analytics](../seo/README.md#web-analytics), a URL or a path on this site; empty: off',
  ),
  analyticsAttributes: setting(
    'ANALYTICS_ATTRIBUTES',
    scriptAttributes,
    'Attributes of the script, like `data-site=abc; defer=`',
  ),
  analyticsHost: setting(
    'ANALYTICS_HOST',
    url(new RegExp(`^${host}$`), 'an https URL without a path, like https://collect.example.com'),
    'A second host to which the script sends, like `https://collect.example.com`',
  ),
  showDrafts: setting(
    'SHOW_DRAFTS',
    either('on', 'off'),
    'Server for editors, which shows [drafts](#drafts): on or off',
    'off',
  ),
  previewPassword: password('PREVIEW_PASSWORD', 8, 'Password of a server with `SHOW_DRAFTS=on`'),
}

const contentApi = {
  apiBase: setting(
    'API_BASE',
    url(/^https?:\/\/[^\s/?#][^\s?#]*$/, 'a URL without a query, like https://api.example.com'),
    'Base URL of the content API; empty: the embedded one',
  ),
  apiToken: secret('API_TOKEN', matching(/^[\x20-\x7e]*$/, 'ASCII characters'), 'Token for the content API'),
  apiFields: secret('API_HEADERS', headerFields, 'Header fields for it, like `X-Api-Key: abc; X-Site: www`'),
  upstreamCache: setting(
    'UPSTREAM_CACHE',
    oneOf('respect', 'policy'),
    'Lifetime of its responses: respect (its caching fields decide) or policy ([the table](#cache) does)',
    'respect',
  ),
  formName: setting(
    'FORM_NAME',
    matching(/^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,64}$/, '1 to 64 letters, digits, _, ., : and -'),
    'Name of the contact form in the content API',
    ':name',
  ),
  formResend: setting(
    'FORM_RESEND',
    either('on', 'off'),
    'off: the content API knows no `Idempotency-Key`; a message is [sent once](#forms)',
    'on',
  ),
}

const messages = {
  formRateLimit: whole(
    'FORM_RATE_LIMIT',
    20,
    [0, 100_000],
    'Messages per address in 10 minutes; 0: no limit',
  ),
  formRetentionDays: whole('FORM_RETENTION_DAYS', 730, [1, 36_500], 'Age at which messages are deleted'),
  mailServer: secret(
    'SMTP_URL',
    mailServer,
    'Mail server: `smtps:` (port 465), or `smtp:` (587) with STARTTLS',
  ),
  notifyTo: setting('NOTIFY_TO', recipients, 'E-mail addresses for new messages, separated by commas'),
  notifyFrom: setting(
    'NOTIFY_FROM',
    sender,
    'Sender; default: the user of `SMTP_URL`, or no-reply at the site',
  ),
  notifyUrl: secret('NOTIFY_URL', webhookUrl, 'Webhook for new messages; `http:` only for a private host'),
  notifyKind: setting(
    'NOTIFY_KIND',
    oneOf('json', 'wecom', 'dingtalk', 'feishu', 'slack'),
    'Format of the webhook: json, wecom, dingtalk, feishu or slack',
    'json',
  ),
  notifySecret: password('NOTIFY_SECRET', 16, 'Secret that signs json, dingtalk and feishu webhooks'),
}

const server = {
  host: setting('HOST', anyText, 'Address to listen on', '0.0.0.0'),
  port: whole('PORT', 3000, [0, 65_535], 'Port to listen on; 0: any free port'),
  trustProxy: setting(
    'TRUST_PROXY',
    networks,
    'Addresses or networks of trusted proxies, separated by commas',
  ),
  dataDir: setting('DATA_DIR', folder, 'Folder for data that must survive a restart', 'data'),
  redis: secret('REDIS_URL', readRedisUrl, 'Redis or Valkey that several servers share: [Redis](#redis)'),
  opsToken: password('OPS_TOKEN', 16, 'Token of purges and `/metrics` (empty: off)'),
  metricsPort: whole(
    'METRICS_PORT',
    0,
    [0, 65_535],
    'Port of [`/metrics`](#metrics), open to all; 0: at `PORT`',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'Lowest level that is logged: fatal to trace, or silent',
    'info',
  ),
  logAddresses: setting(
    'LOG_ADDRESSES',
    oneOf('full', 'network', 'off'),
    'Client addresses in the log: network (/24, /48), full or off',
    'network',
  ),
}

const limits = {
  addressRate: whole('ADDRESS_RATE', 100, [0, 100_000], 'Rate limits per address in percent; 0: no limits'),
  cacheMemoryBytes: whole(
    'CACHE_MEMORY_BYTES',
    2 ** 27,
    [2 ** 20],
    'Maximum bytes that are cached in memory',
  ),
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
    'Maximum bytes of copies of [pictures](#pictures); 0: no copies',
  ),
  keepAliveMs: seconds(
    'KEEP_ALIVE_SECONDS',
    72,
    [1, 3600],
    'Keep-alive time; must exceed that of the load balancer',
  ),
  drainMs: seconds('DRAIN_SECONDS', 5, [0, 300], 'Time after `SIGTERM` during which `/readyz` is 503'),
  shutdownMs: seconds('SHUTDOWN_SECONDS', 8, [1, 300], 'Time after `DRAIN_SECONDS` for requests in flight'),
}

/** By the heading in the documents. */
export const settingGroups = {
  Site: site,
  'Content API': contentApi,
  'Forms and notices': messages,
  Operation: server,
  'Limits and times': limits,
}
export const settings = { ...site, ...contentApi, ...messages, ...server, ...limits }

export type Config = { [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['read']> }
