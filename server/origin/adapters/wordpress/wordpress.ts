// WordPress: the REST API v2 of any site from 6.1, without a plugin of ours.
import type { SystemDefinition } from '../adapter.ts'
import { createArticles } from './articles.ts'
import { createChanges, readWebhook } from './changes.ts'
import { createMenu } from './menu.ts'
import { createPages } from './pages.ts'
import { createWordPressPull } from './pull.ts'
import { createSite } from './site.ts'

export const wordpress: SystemDefinition = {
  // An application password, as WordPress prints it: `name:abcd efgh ijkl`.
  authorize: (token) => ({ authorization: `Basic ${Buffer.from(token).toString('base64')}` }),
  mediaFolder: '/wp-content/uploads/',
  readWebhook,
  createCalls(context) {
    const site = createSite(context)
    const articles = createArticles(site, context)
    const changes = createChanges(site, articles, context)
    const { access } = site.client
    const pull = createWordPressPull(site, context)
    return { ...articles.calls, ...createPages(site), ...createMenu(site, context), changes, access, pull }
  },
}
