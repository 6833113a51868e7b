// Security header fields of every response: one table for routes, framework errors and parser errors.
import { createHash } from 'node:crypto'
import type { AppContext } from '../app-context.ts'

export type SecurityFields = Record<string, string>
/** `style`: the content of the document's style element, if there is one. */
export type DocumentFields = (of?: { style?: string }) => SecurityFields

const yearSeconds = 31_536_000

/** Browser features that no page of this site uses (Permissions-Policy). */
const disabledFeatures = (
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid magnetometer ' +
  'microphone midi payment publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking'
).split(' ')
/** The content security policy of responses that are not documents. */
export const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function securityFields({ config }: AppContext): SecurityFields {
  return {
    'content-security-policy': inertPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': disabledFeatures.map((name) => `${name}=()`).join(', '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(!config.robots && { 'x-robots-tag': 'noindex' }),
    ...(isHttps(config) && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
  }
}

/** Those that documents have instead. */
export function createDocumentFields({ config, build }: AppContext): DocumentFields {
  const { scripts, connections } = analyticsSources(config)
  const allowed = ["'self'", ...Object.values(build.inlineScripts).map(sourceOf), ...scripts]
  return ({ style } = {}) => {
    const policy = [
      "default-src 'none'",
      `script-src ${allowed.join(' ')}`,
      `style-src ${style ? `'self' ${sourceOf(style)}` : "'self'"}`,
      `img-src ${["'self'", 'data:', ...config.imageHosts].join(' ')}`,
      `connect-src ${["'self'", ...connections].join(' ')}`,
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      // Policy `site`: HTML that this server created or sanitised; `default`: what packages write.
      "require-trusted-types-for 'script'",
      'trusted-types site default',
    ]
    return { 'content-security-policy': policy.join('; ') }
  }
}

export function isHttps({ siteUrl }: AppContext['config']): boolean {
  return siteUrl.startsWith('https:')
}

/** A hash source (CSP Level 3 §6.7.2.3): one policy for all visitors of a stored page. */
function sourceOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

/** The script, the server that it comes from, and its collector. A source has no query (CSP Level 3 §2.3.1). */
function analyticsSources({ analyticsScript: script, analyticsHost: host }: AppContext['config']) {
  if (script === '') return { scripts: [], connections: [] }
  const hosts = host ? [host] : []
  // A path of this site is 'self'.
  if (script.startsWith('/')) return { scripts: [], connections: hosts }
  const { origin, pathname } = new URL(script)
  return { scripts: [origin + pathname], connections: [origin, ...hosts] }
}
