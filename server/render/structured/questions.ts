// Questions and answers in a text: a section whose own headings all end in a question mark.
import type { FAQPage } from 'schema-dts'
import type { SafeHtml } from '../../../shared/content/reader.ts'
import { textOf } from '../../../shared/plain-text.ts'

type Question = { question: string; answer: string }

/** One question alone is a headline. */
const fewest = 2

export function questionsOf(html: SafeHtml): FAQPage[] {
  const found = sectionsOf(html, 2).flatMap(({ inner }) => questionsIn(inner))
  if (found.length < fewest) return []
  const mainEntity = found.map(({ question, answer }) => ({
    '@type': 'Question' as const,
    name: question,
    acceptedAnswer: { '@type': 'Answer' as const, text: answer },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

function questionsIn(section: string): Question[] {
  const parts = sectionsOf(section, 3)
  const isAsked = parts.length >= fewest && parts.every(({ title }) => /[?？]$/.test(title))
  const pairs = parts.map(({ title, inner }) => ({ question: title, answer: textOf(inner) }))
  return isAsked ? pairs.filter(({ answer }) => answer !== '') : []
}

/** The parts below headings of a level; the input is sanitised, so its tags are regular. */
function sectionsOf(html: string, level: 2 | 3): { title: string; inner: string }[] {
  const [, ...parts] = html.split(new RegExp(`<h${level}(?= |>)[^>]*>`))
  return parts.map((part) => {
    const end = part.indexOf(`</h${level}>`)
    return { title: textOf(part.slice(0, end)), inner: part.slice(end) }
  })
}
