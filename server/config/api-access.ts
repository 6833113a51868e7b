// Settings of the access to the content API: their problems, and what they mean.
import type { SettingName, Settings } from './schema.ts'

export function apiProblem(name: SettingName, values: Settings): string | undefined {
  if (name === 'API_HEADERS' && !headerFieldsOf(values.API_HEADERS))
    return 'must be header fields like X-Api-Key: abc, separated by ; or line breaks'
  return undefined
}

/** Fields that belong to the connection or to this server. */
const ownFields =
  /^(?:connection|content-length|transfer-encoding|upgrade|te|trailer|expect|accept-encoding|via)$/

/** Undefined where a field is not `Name: value`. */
export function headerFieldsOf(text: string): Record<string, string> | undefined {
  const lines = text.split(/[;\n]/).filter((line) => line.trim() !== '')
  const fields = lines.map((line) => /^([!#$%&'*+.^`|~\w-]+):([\t\x20-\x7e]*)$/.exec(line.trim()))
  if (!fields.every((field) => field !== null && !ownFields.test(field[1]!.toLowerCase()))) return undefined
  return Object.fromEntries(fields.map((field) => [field![1]!.toLowerCase(), field![2]!.trim()]))
}
