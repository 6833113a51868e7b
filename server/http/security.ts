// The security fields of every answer, whatever wrote it: one table for the framework, its refusals, the parser and the hot path.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { policyReportPath } from '../ops/policy-reports.ts'

type Options = {
  https: boolean
  /** False: no response may be indexed by search engines. */
  isIndexable: boolean
  /** Hosts of images besides this site, as a policy names them. */
  imageHosts: readonly string[]
  /** The code that every document has in itself. */
  inlineScripts: readonly string[]
}

export type Security = ReturnType<typeof createSecurity>
type SecurityFields = Record<string, string>
/** `nonce` admits the inline scripts of a streamed page besides those that all have. */
export type DocumentFields = (nonce?: string) => SecurityFields

const yearSeconds = 31_536_000

/** What a page of this site never asks a browser for. */
const disabledFeatures = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen'],
  ...['geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]
/** The policy of answers that are no documents; documents set their own. */
export const inertPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function createSecurity({ https, isIndexable, imageHosts, inlineScripts }: Options) {
  const scripts = ["'self'", ...inlineScripts.map(sourceOf)].join(' ')
  const fields: SecurityFields = {
    'content-security-policy': inertPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': disabledFeatures.map((name) => `${name}=()`).join(', '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(!isIndexable && { 'x-robots-tag': 'noindex' }),
    ...(https && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
  }
  const documentFields = (scripts: string) => ({
    'content-security-policy': documentPolicy({ imageHosts, scripts }),
    'reporting-endpoints': `csp="${policyReportPath}"`,
  })
  const ofWholePages = documentFields(scripts)
  const document: DocumentFields = (nonce) =>
    nonce ? documentFields(`${scripts} 'nonce-${nonce}'`) : ofWholePages
  return { fields, document }
}

export function installSecurity(app: FastifyInstance, { fields }: Security) {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(fields))
}

/** For answers to requests that the framework refuses before any hook runs. */
export function setSecurityFields(reply: FastifyReply, { fields }: Security) {
  reply.headers(fields)
}

/** Lets a browser run this code and no other (CSP Level 3 §6.7.2.3): stored pages may have it, unlike a nonce. */
function sourceOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

type Sources = { imageHosts: readonly string[]; scripts: string }

function documentPolicy({ imageHosts, scripts }: Sources): string {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    `img-src ${["'self'", 'data:', ...imageHosts].join(' ')}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // `site` is for what this server made or sanitised, `default` for what packages write by themselves.
    "require-trusted-types-for 'script'",
    'trusted-types site default',
    `report-uri ${policyReportPath}`,
    'report-to csp',
  ]
  return policy.join('; ')
}
