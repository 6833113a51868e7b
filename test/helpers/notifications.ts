// Configuration of notifications for a test, parsed from variables as at a start.
import { type Config, parseConfig } from '../../server/config/config.ts'
import { siteUrl } from './site.ts'

export function notificationConfig(env: Record<string, string>): Pick<Config, 'email' | 'webhook'> {
  const parsed = parseConfig({ SITE_URL: siteUrl, ...env }, '/sample')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const { email, webhook } = parsed.config
  return { email, webhook }
}
