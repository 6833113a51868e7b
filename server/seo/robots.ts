// What robots may read: everything, or, on a site that is not to be found, nothing.
import type { FastifyInstance } from 'fastify'
import { sendDiscovery } from './send-discovery.ts'

type Options = { siteUrl: string; isFindable: boolean }

export function installRobots(app: FastifyInstance, { siteUrl, isFindable }: Options) {
  const rules = isFindable
    ? // The switch without JavaScript leads to pages that are linked to anyway.
      `User-agent: *\nAllow: /\nDisallow: /language/\n\nSitemap: ${siteUrl}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'
  app.get('/robots.txt', async (request, reply) =>
    sendDiscovery(request, reply, { type: 'text/plain; charset=utf-8', body: rules }),
  )
}
