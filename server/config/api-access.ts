// Settings of the access to the content API: their problems, and what they mean.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SettingName, Settings } from './schema.ts'

export function apiProblem(name: SettingName, values: Settings): string | undefined {
  const { API_KIND, API_BASE, API_HEADERS, API_MAP } = values
  if (name === 'API_KIND' && API_KIND !== 'native' && API_BASE === '')
    return `must be native, because API_BASE is empty`
  if (name === 'API_TOKEN' && API_KIND === 'wordpress' && values.API_TOKEN && !values.API_TOKEN.includes(':'))
    return 'must be a user name and an application password, like name:abcd efgh ijkl'
  if (name === 'API_HEADERS' && !headerFieldsOf(API_HEADERS))
    return 'must be header fields like X-Api-Key: abc, separated by ; or line breaks'
  if (name === 'ORIGIN_SITES' && values.ORIGIN_SITES && !values.WEBHOOK_SECRET)
    return 'needs WEBHOOK_SECRET, the same as that of the sites'
  if (name === 'API_MAP' && API_MAP && !existsSync(API_MAP)) return 'is not an existing file'
  return undefined
}

/** Fields that belong to the connection or to this server. */
const ownFields =
  /^(?:connection|content-length|transfer-encoding|upgrade|te|trailer|expect|accept-encoding)$/

/** Undefined where a field is not `Name: value`. */
export function headerFieldsOf(text: string): Record<string, string> | undefined {
  const lines = text.split(/[;\n]/).filter((line) => line.trim() !== '')
  const fields = lines.map((line) => /^([!#$%&'*+.^`|~\w-]+):([\t\x20-\x7e]*)$/.exec(line.trim()))
  if (!fields.every((field) => field !== null && !ownFields.test(field[1]!.toLowerCase()))) return undefined
  return Object.fromEntries(fields.map((field) => [field![1]!.toLowerCase(), field![2]!.trim()]))
}

export function apiMapOf({ API_KIND, API_MAP, CONTENT_DIR }: Settings): string {
  if (API_KIND === 'native') return ''
  const inContent = CONTENT_DIR && resolve(CONTENT_DIR, 'api-map.yaml')
  return API_MAP ? resolve(API_MAP) : inContent && existsSync(inContent) ? inContent : ''
}
