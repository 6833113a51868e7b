// Front matter of pulled items: a line of JSON for each field, which is YAML as well, and read in a tenth of its time.

import { jsonIn } from '../../base/json.ts'

const field = /^([a-z][a-z_]*): (.+)$/

/** The values by name, in their order; undefined for any other text, which may be YAML. */
export function jsonLinesIn(text: string): Map<string, unknown> | undefined {
  const values = new Map<string, unknown>()
  for (const line of text.split('\n')) {
    const [, name = '', json = ''] = field.exec(line) ?? []
    const value = jsonIn(json)
    // In another form YAML may read it in another way, such as a key that is written twice.
    if (value === undefined || JSON.stringify(value) !== json || values.has(name)) return undefined
    values.set(name, value)
  }
  return values
}
