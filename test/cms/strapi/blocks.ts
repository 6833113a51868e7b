// Markdown as the JSON of Strapi's blocks editor: what the sample has of it.
type Block = Record<string, unknown>

export function toBlocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(blockOf)
}

function blockOf(part: string): Block {
  const [, marks = '', title = ''] = /^(#{2,4}) (.+)$/.exec(part) ?? []
  if (marks) return { type: 'heading', level: marks.length, children: inlines(title) }
  if (/^(?:- |\d+\. )/.test(part))
    return {
      type: 'list',
      format: part.startsWith('-') ? 'unordered' : 'ordered',
      children: part.split(/\n(?=- |\d+\. )/).map((line) => ({
        type: 'list-item',
        children: inlines(line.replace(/^(?:- |\d+\. )/, '')),
      })),
    }
  if (part.startsWith('>')) return { type: 'quote', children: inlines(part.replace(/^> ?/gm, '')) }
  if (part.startsWith('|')) return { type: 'code', children: [{ type: 'text', text: part }] }
  return { type: 'paragraph', children: inlines(part) }
}

/** Links and bold text. */
function inlines(text: string): Block[] {
  return text
    .split(/(!?\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*)/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, label, url] = /^!?\[([^\]]*)\]\(([^)\s]*)/.exec(part) ?? []
      if (url) return { type: 'link', url, children: [{ type: 'text', text: label }] }
      return part.startsWith('**')
        ? { type: 'text', text: part.slice(2, -2), bold: true }
        : { type: 'text', text: part.replaceAll('\n', ' ') }
    })
}
