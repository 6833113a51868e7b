// The state that a document carries, as JSON. What many pages share is written once and kept.
import { type DocumentState, oncePerObject, scriptJson } from '../shared/payload.ts'
import { asText, type Place } from './placed.ts'

const jsonBytes = oncePerObject((content) => Buffer.from(scriptJson(content)))

/** Safe inside of a script element. */
export function stateJson(
  { settings, base, shown, messages, form }: DocumentState,
  place: Place = asText,
): string {
  const { config, menu } = base
  const kept = (value: unknown) => keptJson(value, place)
  const { data, ...page } = shown.kind === 'page' ? shown : { ...shown, data: undefined }
  const parts = {
    settings: kept(settings),
    base: record({ config: kept(config), menu: kept(menu) }),
    shown:
      data === undefined
        ? scriptJson(shown)
        : `${scriptJson(page).slice(0, -1)},"data":${ofData(data, kept)}}`,
    messages: kept(messages),
    form: form && scriptJson(form),
  }
  return record(parts)
}

/** Content that was read once is the same object on every page it is on. */
function ofData(data: unknown, kept: (value: unknown) => string | undefined): string {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return scriptJson(data)
  return record(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, kept(value)])))
}

function keptJson(value: unknown, place: Place): string | undefined {
  if (typeof value !== 'object' || value === null) return value === undefined ? undefined : scriptJson(value)
  return place(jsonBytes(value))
}

function record(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).filter(([, json]) => json !== undefined)
  return `{${given.map(([name, json]) => `"${name}":${json}`).join(',')}}`
}
