// The document's table of settings, from the schema.
import { settingGroups } from './tables.ts'

export function configTable(): string {
  const rows = Object.entries(settingGroups).flatMap(([heading, group]) => [
    [`**${heading}**`, '', ''],
    ...Object.values(group).map(({ name, default: value, description }) => [
      `\`${name}\``,
      value && `\`${value}\``,
      description,
    ]),
  ])
  return markdownTable([['Variable', 'Default', 'Meaning'], ...rows])
}

/** The first row is the head. */
export function markdownTable([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
