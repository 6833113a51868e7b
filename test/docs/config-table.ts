// The document's table of settings, from the schema.
import { configSchema } from '../../server/config/schema.ts'

type Entry = { default?: unknown; description?: string }

export function configTable(): string {
  const rows = Object.entries(configSchema.properties).map(([name, schema]) => {
    const { default: value, description = '' } = schema as Entry
    return [`\`${name}\``, value === '' ? '' : `\`${String(value)}\``, description]
  })
  return markdownTable([['Variable', 'Default', 'Meaning'], ...rows])
}

/** The first row is the head. */
export function markdownTable([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
