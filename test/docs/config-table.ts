// The documents' table of settings, from the schema.
import { configSchema } from '../../server/config/schema.ts'

type Entry = { default?: unknown; description?: string; zh?: string }

const headings = { en: ['Variable', 'Default', 'Meaning'], zh: ['变量', '默认值', '含义'] } as const

export function configTable(language: 'en' | 'zh'): string {
  const rows = Object.entries(configSchema.properties).map(([name, schema]) => {
    const { default: value, description, zh } = schema as Entry
    const text = language === 'zh' ? zh : description
    return [`\`${name}\``, value === '' ? '' : `\`${String(value)}\``, text ?? '']
  })
  const lines = [headings[language], ['---', '---', '---'], ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
  return lines.join('\n')
}
