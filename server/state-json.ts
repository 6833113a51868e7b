// The state that a document carries, as JSON. What many pages share is written once and kept.
import { type DocumentState, oncePerObject, scriptJson } from '../shared/payload.ts'
import type { Html } from './html.ts'

const jsonBytes = oncePerObject((content) => Buffer.from(scriptJson(content)))

/** Safe inside of a script element. */
export function stateJson({ settings, base, shown, messages, form }: DocumentState): Html {
  const { config, menu } = base
  const { data, ...page } = shown.kind === 'page' ? shown : { ...shown, data: undefined }
  const parts = {
    settings: keptJson(settings),
    base: record({ config: keptJson(config), menu: keptJson(menu) }),
    shown:
      data === undefined
        ? scriptJson(shown)
        : [`${scriptJson(page).slice(0, -1)},"data":`, ofData(data), '}'],
    messages: keptJson(messages),
    form: form && scriptJson(form),
  }
  return record(parts)
}

/** Content that was read once is the same object on every page it is on. */
function ofData(data: unknown): Html {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return scriptJson(data)
  return record(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, keptJson(value)])))
}

/** Undefined for what JSON has no word for. */
export function keptJson(value: unknown): Html | undefined {
  if (typeof value !== 'object' || value === null) return value === undefined ? undefined : scriptJson(value)
  return jsonBytes(value)
}

function record(parts: Record<string, Html | undefined>): Html {
  const pieces: Html[] = []
  for (const [name, json] of Object.entries(parts))
    if (json !== undefined) pieces.push(`${pieces.length === 0 ? '{' : ','}"${name}":`, json)
  return [...pieces, pieces.length === 0 ? '{}' : '}']
}
