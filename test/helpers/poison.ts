// Cache poisoning: pages after attacks, compared with a site without attacks.
import type { Test } from 'tap'
import { combinedAttacks } from '../cache/helpers/attacks.ts'
import { canonicalOf } from './html.ts'
import { type Site, siteUrl } from './site.ts'
import { createSmallSite } from './small-site.ts'
import { words } from './words.ts'

/** Header fields with a meaning in other frameworks, by value. */
const steered: Record<string, string> = {
  1: 'x-middleware-prefetch x-nextjs-data rsc next-router-prefetch x-nuxt-no-ssr x-nuxt-payload',
  '/metrics': 'x-middleware-rewrite x-matched-path x-invoke-path x-astro-path x-accel-redirect',
  '/evil': 'next-url x-nitro-prerender',
  yes: 'x-react-router-spa-mode',
  prefetch: 'purpose sec-purpose',
  '500': 'x-invoke-status',
  '8080/evil': 'x-forwarded-port',
  cors: 'sec-fetch-mode',
  true: 'x-nuxt-error',
  '{"evil":1}': 'x-astro-locals x-react-router-prerender-data',
  'middleware:middleware:middleware:middleware:middleware': 'x-middleware-subrequest',
}
export const steering: Record<string, string> = Object.fromEntries(
  Object.entries(steered).flatMap(([value, names]) => words(names).map((name) => [name, value])),
)

export const poisons: Record<string, string> = { ...combinedAttacks, ...steering }

type Asked = { url: string; headers?: Record<string, string> }

/** For each attack: the next request of the same URL gets the same response as on a site without attacks. */
export async function expectUnpoisoned(t: Test, attack: Record<string, Asked & { next: string }>) {
  const [attacked, alone] = [await createSmallSite(t), await createSmallSite(t)]
  for (const [name, { url, headers, next }] of Object.entries(attack)) {
    await attacked.get(url, headers)
    const [after, clean] = [await attacked.get(next), await wholeOf(alone, next)]
    t.equal(after.statusCode, clean.statusCode, name)
    // Both sites could have the same fault, so that the URL is checked as well. An item has no query.
    const canonical = /\/\d+\?/.test(next) ? next.replace(/\?.*/, '') : next
    if (!next.startsWith('/?')) t.equal(canonicalOf(after.body), siteUrl + canonical, name)
    t.equal(after.body, clean.body, name)
    t.equal(after.headers['content-type'], clean.headers['content-type'], name)
    t.equal(after.headers['vary'], clean.headers['vary'], name)
  }
}

/** The stored response, not the stream of the first visitor. */
async function wholeOf(site: Site, url: string) {
  await site.get(url)
  return site.get(url)
}
