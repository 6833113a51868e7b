// The types of redirects, for their test.
import type { Matcher } from '../../shared/redirects.ts'

export function readRedirects(file: string): Promise<Matcher>
