// The state that a document carries, as JSON. What many pages share is written once.
import { type DocumentState, scriptJson } from '../shared/payload.ts'
import { createIdentities, memoize } from './base/memoize.ts'

const mostBytes = 8 * 1024 * 1024
const bytesPerCharacter = 2

/** Safe inside of a script element. Content does not change once it was read, so its JSON is stored by identity. */
export function createStateJson() {
  const identities = createIdentities()
  const jsonOf = memoize((content: object) => scriptJson(content), {
    keyOf: (content) => identities({ content }),
    bound: { bytes: mostBytes, sizeOf: ({ length }) => length * bytesPerCharacter },
  })
  const json = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? jsonOf(value)
      : value === undefined
        ? value
        : scriptJson(value)
  const recordOf = (values: object) =>
    record(Object.entries(values).map(([name, value]) => [name, json(value)] as const))
  const shownJson = (shown: DocumentState['shown']) => {
    if (shown.kind === 'error' || !isRecord(shown.data)) return scriptJson(shown)
    const { data, ...page } = shown
    return `${scriptJson(page).slice(0, -1)},"data":${recordOf(data)}}`
  }
  return ({ settings, base, shown, messages, form }: DocumentState): string =>
    record([
      ['settings', json(settings)],
      ['base', recordOf(base)],
      ['shown', shownJson(shown)],
      ['messages', json(messages)],
      ['form', form && scriptJson(form)],
    ])
}

function record(parts: (readonly [name: string, json: string | undefined])[]): string {
  const written = parts.filter(([, json]) => json !== undefined)
  return `{${written.map(([name, json]) => `${scriptJson(name)}:${json}`).join(',')}}`
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
