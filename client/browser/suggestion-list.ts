// List of suggestions below a search field: options that are links, moved through with the keyboard while the field has the focus.
import type { Marked } from '../../shared/content/content.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { newElement } from './new-element.ts'

type Suggestion = { to: string; title: Marked; note: string }

export function createSuggestionList(input: HTMLInputElement, t: () => Translate) {
  const { list, status } = addList(input, t()('search.suggestions'))
  let options: HTMLAnchorElement[] = []
  let active = -1
  // A click would move the focus and close the list before it reaches the link.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', () => setTimeout(close))
  close()

  function show(suggestions: Suggestion[]): void {
    options = suggestions.map((suggestion, at) => optionOf(suggestion, `${list.id}-${at}`))
    list.replaceChildren(...options)
    list.hidden = options.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    activate(-1)
    status.textContent = list.hidden
      ? t()('search.noSuggestion')
      : t()('search.suggested', { count: options.length })
  }

  function close(): void {
    list.hidden = true
    status.textContent = ''
    input.setAttribute('aria-expanded', 'false')
    activate(-1)
  }

  /** -1: none, the field itself. */
  function activate(at: number): void {
    active = at
    for (const [index, option] of options.entries())
      option.setAttribute('aria-selected', String(index === at))
    const option = options[at]
    if (option) {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    } else input.removeAttribute('aria-activedescendant')
  }

  function press(event: KeyboardEvent): void {
    if (list.hidden || event.isComposing) return
    const places = options.length + 1
    const moves: Record<string, () => void> = {
      ArrowDown: () => activate(((active + 2) % places) - 1),
      ArrowUp: () => activate(((active + places) % places) - 1),
      Escape: close,
      ...(active >= 0 && { Enter: () => options[active]?.click() }),
    }
    const move = moves[event.key]
    if (!move) return
    // Escape would clear the field and close the panel of the header as well.
    event.preventDefault()
    event.stopPropagation()
    move()
  }

  return { show, close, press, clear: () => activate(-1) }
}

/** Adds the list and its status to the form, in place of those of an earlier field, and connects the field with the list. */
function addList(input: HTMLInputElement, label: string) {
  const form = input.form!
  const id = `${input.id}-suggestions`
  const list = newElement('div', { class: 'suggestions', id, role: 'listbox', 'aria-label': label })
  const status = newElement('p', { class: 'visually-hidden', 'data-suggestions': '', role: 'status' })
  for (const old of form.querySelectorAll('.suggestions, [data-suggestions]')) old.remove()
  form.append(list, status)
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', id)
  input.setAttribute('autocomplete', 'off')
  return { list, status }
}

function optionOf({ to, title, note }: Suggestion, id: string): HTMLAnchorElement {
  const text = title.map((piece) => (piece.mark ? newElement('mark', {}, piece.text) : piece.text))
  const attributes = { href: to, id, tabindex: '-1', role: 'option' }
  return newElement('a', attributes, ...text, ' ', newElement('small', {}, note))
}
