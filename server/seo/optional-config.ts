// Site configuration for sitemaps and feeds, which are served without it where it fails.
import type { Api } from '../../shared/api/api.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { inTime } from '../base/in-time.ts'

export function optionalConfig(api: Api, partTimeoutMs: number): Promise<SiteConfig | undefined> {
  return inTime(api.siteConfig({}), partTimeoutMs, 'siteConfig').catch(() => undefined)
}
