// A whole site over a small content folder that only tests use.
import { join } from 'node:path'
import type { Test } from 'tap'
import { createSite, type Site } from './site.ts'

/** Fixture content: independent of the sample site. */
export const smallFolder = join(import.meta.dirname, '../fixtures/content')

export function createSmallSite(t: Test, options: Parameters<typeof createSite>[1] = {}): Promise<Site> {
  return createSite(t, { folder: smallFolder, ...options })
}
