// The document's table of settings, from the schema.
import { settings } from './tables.ts'

type Setting = { default?: unknown; description?: string }

export function configTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const { default: value, description = '' } = schema as Setting
    return [`\`${name}\``, value === '' ? '' : `\`${String(value)}\``, description]
  })
  return markdownTable([['Variable', 'Default', 'Meaning'], ...rows])
}

/** The first row is the head. */
export function markdownTable([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
