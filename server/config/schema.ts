// Configuration schema: the source of the types, the validation and the table in the documents.
import Type from 'typebox'
import { defaultDownloadId } from '../../shared/constants.ts'
import { apiSettings } from './schema-api.ts'
import { cacheSettings } from './schema-cache.ts'
import { notificationSettings } from './schema-notifications.ts'
import { operationsSettings } from './schema-operations.ts'

const siteUrl = '^https?://[^\\s/?#]+/*$'
/** A CSP source (CSP Level 3 §2.3.1). */
const host = '(https://[A-Za-z0-9.-]+|http://(localhost|127\\.0\\.0\\.1))(:\\d{1,5})?'

/** Every setting is an environment variable of the same name. */
export const configSchema = Type.Object({
  HOST: Type.String({
    default: '0.0.0.0',
    minLength: 1,
    description: 'Address to listen on',
  }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65535,
    description: 'Port to listen on; 0: any free port',
  }),
  SITE_URL: Type.String({
    default: '',
    pattern: `${siteUrl}|^$`,
    expected: 'a URL without a path, like https://www.example.com',
    description: 'Public URL without a path; default `http://localhost:PORT`',
  }),
  ROBOTS: Type.String({
    default: 'allow',
    pattern: '^(allow|deny)$',
    description: 'Indexing by search engines: allow or deny',
  }),
  REDIRECTS: Type.String({
    default: '',
    description: 'YAML or JSON file of [redirects](#redirects)',
  }),
  API_BASE: Type.String({
    default: '',
    pattern: '^https?://[^\\s/?#][^\\s?#]*$|^$',
    expected: 'a URL without a query, like https://api.example.com',
    description: 'Base URL of the content API; empty: the embedded one',
  }),
  ...apiSettings,
  CONTENT_DIR: Type.String({
    default: '',
    description: 'Content folder; default: the sample. Not read with `API_BASE`',
  }),
  DOWNLOAD_ID: Type.Integer({
    default: defaultDownloadId,
    minimum: 1,
    maximum: 999_999_999_999_999,
    description: 'Category of downloads at `/download`; else the first one',
  }),
  DATA_DIR: Type.String({
    default: 'data',
    minLength: 1,
    description: 'Folder for data that must survive a restart',
  }),
  LOG_LEVEL: Type.String({
    default: 'info',
    pattern: '^(fatal|error|warn|info|debug|trace|silent)$',
    description: 'Lowest level that is logged: fatal to trace, or silent',
  }),
  TRUST_PROXY: Type.String({
    default: '',
    pattern: '^[0-9a-fA-F.:/, ]*$',
    expected: 'IP addresses or networks like 10.0.0.0/8',
    description: 'Addresses or networks of trusted proxies, separated by commas',
  }),
  FORM_NAME: Type.String({
    default: ':name',
    pattern: '^(?!\\.{1,2}$)[A-Za-z0-9_.:-]{1,64}$',
    expected: '1 to 64 letters, digits, _, ., : and -',
    description: 'Name of the contact form in the content API',
  }),
  FORM_RATE_LIMIT: Type.Integer({
    default: 20,
    minimum: 0,
    maximum: 100_000,
    description: 'Form messages per address in 10 minutes; 0: no limit',
  }),
  FORM_RESEND: Type.String({
    default: 'on',
    pattern: '^(on|off)$',
    expected: 'on or off',
    description: 'off: the content API does not know `Idempotency-Key`; a message is [sent once](#forms)',
  }),
  FORM_RETENTION_DAYS: Type.Integer({
    default: 730,
    minimum: 1,
    maximum: 36_500,
    description: 'Age at which form messages are deleted',
  }),
  ...notificationSettings,
  MEDIA_COPIES_BYTES: Type.Integer({
    default: 1_073_741_824,
    minimum: 0,
    description: 'Maximum bytes of the copies of [pictures](#pictures); 0: none are made',
  }),
  IMAGE_HOSTS: Type.String({
    default: '',
    pattern: '^(https://(\\*\\.)?[A-Za-z0-9.-]+(:\\d{1,5})?( +|$))*$',
    expected: 'https: URLs without a path, separated by spaces, like https://img.example',
    description: 'Other hosts of images, like `https://img.example https://*.cdn.example`',
  }),
  ADDRESS_RATE: Type.Integer({
    default: 100,
    minimum: 0,
    maximum: 100_000,
    description: 'Rate limits per address in percent of the default; 0: no limits',
  }),
  SECURITY_CONTACT: Type.String({
    default: '',
    pattern: '^((mailto:|https://|tel:)[^\\s]+( +|$))*$',
    expected: 'mailto:, https: or tel: addresses, separated by spaces',
    description: '`mailto:` or `https:` addresses for `security.txt`, separated by spaces',
  }),
  ...cacheSettings,
  FINGERPRINT: Type.String({
    default: 'on',
    pattern: '^(on|off)$',
    description: 'Whether the contact form sends a visitor id: on or off',
  }),
  // Without `;` and `,`, which end a directive and a policy of the CSP, without dot segments and without a final `/`, which
  // admits every script below it (CSP Level 3, path-part matching).
  ANALYTICS_SCRIPT: Type.String({
    default: '',
    pattern: `^(${host})?(/[\\w~@+=:-][\\w.~@+=:-]*)+(\\?[\\w.~%/@+=:&-]*)?$|^$`,
    expected: 'the https URL of a script, like https://stats.example.com/script.js, or its path on this site',
    description:
      'URL of the script of [web analytics](../seo/README.md#web-analytics), or its path on this site; empty: off',
  }),
  ANALYTICS_ATTRIBUTES: Type.String({
    default: '',
    pattern: '^((data-[a-z0-9-]+|async|crossorigin|defer|integrity|referrerpolicy|type)=[ -:<-~]*(; *|$))*$',
    expected: 'attributes of a script, data-… or defer, separated by ;, like data-site=abc; defer=',
    description: 'Attributes of the script, like `data-site=abc; defer=`',
  }),
  ANALYTICS_HOST: Type.String({
    default: '',
    pattern: `^(${host})?$`,
    expected: 'an https URL without a path, like https://collect.example.com',
    description: 'A second host to which the script sends, like `https://collect.example.com`',
  }),
  ...operationsSettings,
})

export type Settings = Type.Static<typeof configSchema>
export type SettingName = keyof Settings

/** A secret is never shown, and may be in a file. */
export function isSecret(name: SettingName): boolean {
  return 'secret' in configSchema.properties[name]
}
