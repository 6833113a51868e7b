// Alerts in rich text: a blockquote that begins with a bold word such as **Warning** gets a class and a role.

/** From the mildest to the most severe; the words in both languages, also those of GitHub's `[!NOTE]`. */
const kinds = {
  note: ['note', 'tip', 'important', '注', '说明', '提示', '备注'],
  warning: ['warning', 'caution', '注意', '警告', '小心'],
  danger: ['danger', '危险'],
}

const kindOf = new Map(Object.entries(kinds).flatMap(([kind, words]) => words.map((word) => [word, kind])))

/** `html` is sanitised, so the only attributes of a blockquote are those that the sanitiser allows. */
export function markAlerts(html: string): string {
  return html.replace(
    /<blockquote>(\s*<p>)(?:<(strong|b)>([^<]{1,12})<\/\2>|\[!([A-Z]{1,12})\](?:<br \/>)?\s*)/g,
    (whole, opening: string, tag: string | undefined, bold = '', word = '') => {
      const kind = kindOf.get((bold || word).toLowerCase().replace(/[:：.。!！]$/, ''))
      if (!kind) return whole
      return `<blockquote class="alert alert-${kind}" role="note">${opening}${tag ? `<strong>${bold}</strong>` : ''}`
    },
  )
}
