// List of suggestions below a search field: options that are links, moved through with the keyboard while the field has the focus.
import type { Marked } from '../../shared/content/content.ts'
import type { Translate } from '../../shared/i18n/translate.ts'

export type Suggestion = { to: string; title: Marked; note: string }

export function createSuggestionList(input: HTMLInputElement, t: () => Translate) {
  const form = input.form!
  const list = document.createElement('div')
  const status = document.createElement('p')
  list.className = 'suggestions'
  list.id = `${input.id}-suggestions`
  list.hidden = true
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', t()('search.suggestions'))
  status.className = 'visually-hidden'
  status.dataset['suggestions'] = ''
  // They stay where only the query of the page changes (morph.ts).
  for (const added of [list, status]) added.dataset['added'] = ''
  status.setAttribute('role', 'status')
  // The list may be that of an earlier field of this form.
  for (const old of form.querySelectorAll('.suggestions, [data-suggestions]')) old.remove()
  form.append(list, status)
  // A click would move the focus and close the list before it reaches the link.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', () => setTimeout(close))
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    autocomplete: 'off',
  }
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  let options: HTMLAnchorElement[] = []
  let active = -1
  close()

  function show(suggestions: Suggestion[]): void {
    options = suggestions.map(optionOf)
    list.replaceChildren(...options)
    list.hidden = options.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    activate(-1)
    status.textContent = list.hidden
      ? t()('search.noSuggestion')
      : t()('search.suggested', { count: options.length })
  }

  function optionOf({ to, title, note }: Suggestion, at: number): HTMLAnchorElement {
    const option = document.createElement('a')
    const kind = document.createElement('small')
    option.href = to
    option.id = `${list.id}-${at}`
    option.tabIndex = -1
    option.setAttribute('role', 'option')
    kind.textContent = note
    option.append(...title.map(pieceOf), ' ', kind)
    return option
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

function pieceOf({ text, mark }: Marked[number]): Node | string {
  if (!mark) return text
  const element = document.createElement('mark')
  element.textContent = text
  return element
}
