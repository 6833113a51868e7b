// What has to hold with a real content system: pages, search, sitemaps, feeds, webhook, secrets, and the system killed under load.
import type { Cms } from './wordpress.ts'

type Options = { url: string; log: string; cms: Cms; env: Record<string, string> }

export async function checkSite({ url }: Options): Promise<boolean> {
  const response = await fetch(`${url}/`)
  return response.ok
}
