// YAML problems: what is wrong with a line, and what to write, for the mistakes that people make.

/** `line`: the text that the parser's `message` is about. */
export function yamlProblem(message: string, line: string): string {
  const found = advice.find(({ when, about }) => when.test(line) && about.test(message))
  return found ? found.say : message
}

const missingColon = /Implicit map key|Implicit keys|must be followed|Map keys? must|not a valid|Unexpected/i
const anything = /(?:)/

/** Of a text that is one long word or sentence for YAML; undefined where that is no mistake in a colon. */
export function plainTextProblem(text: string): { line: number; problem: string } | undefined {
  const lines = text.split('\n')
  const index = lines.findIndex((line) => fullWidthColon.when.test(line))
  return index < 0 ? undefined : { line: index + 1, problem: `not YAML: ${fullWidthColon.say}` }
}

const fullWidthColon = {
  when: /^[ \t]*(?:-[ \t]+)?[^"'#:：]{1,60}：/u,
  about: missingColon,
  say: 'a full-width colon (：) after a key; write a colon and a space (: )',
}

const advice: { when: RegExp; about: RegExp; say: string }[] = [
  fullWidthColon,
  {
    when: /^[ \t]*(?:-[ \t]+)?[\w-]{1,60}:[^\s]/,
    about: missingColon,
    say: 'no space after the colon of a key; write a colon and a space (: )',
  },
  {
    when: /^[ \t]*(?:-[ \t]+)?[\w-]{1,60}:[ \t]+[^"'\s].*:(?:[ \t]|$)/,
    about: /Nested mappings/,
    say: 'a text with a colon and a space (: ) needs quotes around it, as in title: "One: two"',
  },
  { when: /[“”‘’]/u, about: missingColon, say: 'curly quotation marks (“ ”) quote nothing; write " or \'' },
  {
    when: anything,
    about: /Block collections are not allowed within flow/,
    say: 'a comma is missing between two entries of { }',
  },
  { when: /^[ ]*\t/, about: anything, say: 'a tab at the start of the line; write spaces' },
]
