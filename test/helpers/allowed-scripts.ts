// What every document lets a browser run, as its policy says it: files of the site, and the script that stands in all pages.
import { createHash } from 'node:crypto'

export function allowedScripts({ inlineScript }: { inlineScript: string }): string {
  return `'self' 'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`
}
