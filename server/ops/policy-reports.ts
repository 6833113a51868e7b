// POST /ops/csp-report: reports of content security policy violations; counted by directive and logged.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { jsonIn } from '../base/json.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'

export const policyReportPath = '/ops/csp-report'
const perMinute = 120
const maxBytes = 16_384
const maxReports = 20
const maxPartLength = 100

const text = Type.Optional(Type.String({ maxLength: 8192 }))
/** CSP 3 §5.3: `report-uri` sends one report in its own format. */
const single = Type.Object({
  'csp-report': Type.Object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text }),
})
/** Reporting API §3.4: `report-to` sends an array. */
const several = Type.Array(
  Type.Object({
    type: Type.String({ maxLength: 64 }),
    body: Type.Optional(Type.Object({ effectiveDirective: text, blockedURL: text })),
  }),
  { maxItems: maxReports },
)

/** The allowed metric labels, because reports can be forged. */
const directives = new Set([
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'connect-src',
  'font-src',
  'media-src',
  'frame-src',
  'manifest-src',
  'object-src',
  'worker-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
])

type Report = { directive: string; blocked: string }
type PolicyReportsOptions = { countReport: (directive: string) => void; monotonic: () => number }

/** 204 for an accepted report, 400 for an invalid one, 413 for a long one, 429 over the limit. */
export async function installPolicyReports(
  app: FastifyInstance,
  { countReport, monotonic }: PolicyReportsOptions,
) {
  const admit = createMinuteLimit(perMinute, monotonic)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    )
    scope.addHook('onSend', async ({ method }, reply) => {
      reply.header('cache-control', 'no-store')
      if (reply.statusCode >= 400 && method === 'POST') countReport('refused')
    })
    scope.post(policyReportPath, { bodyLimit: maxBytes }, async (request, reply) => {
      if (!admit()) return reply.status(429).send()
      const reports = readReports(String(request.body ?? ''))
      if (!reports) return reply.status(400).send()
      for (const report of reports) {
        countReport(report.directive)
        request.log.warn({ report }, 'content security policy violated')
      }
      return reply.status(204).send()
    })
  })
}

function readReports(json: string): Report[] | undefined {
  const value = jsonIn(json)
  if (Value.Check(single, value)) {
    const report = value['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive']
    return [reportOf(directive, report['blocked-uri'])]
  }
  if (!Value.Check(several, value)) return undefined
  return value.flatMap(({ type, body }) =>
    type === 'csp-violation' ? [reportOf(body?.effectiveDirective, body?.blockedURL)] : [],
  )
}

/** The report has only the origin of a URL: a path or query may be personal data. */
function reportOf(directive = '', blocked = ''): Report {
  const name = directive.split(' ', 1)[0] ?? ''
  const site = URL.canParse(blocked) ? new URL(blocked).origin : blocked.replace(/[^\w:-]/g, '')
  return { directive: directives.has(name) ? name : 'other', blocked: site.slice(0, maxPartLength) }
}
