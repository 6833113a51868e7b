// Choice of products for a comparison, in each section: kept in the session from page to page, and shown below the list.
import { compared } from '../../shared/constants.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { readSession, writeSession } from './storage.ts'

type Chosen = { id: string; title: string }
const storageKey = (section: string) => `compare ${section}`
const boxes = '[data-compare] input[type="checkbox"][name="id"]'

export function installCompare(text: Translate): { update: () => void } {
  let section = sectionShown()
  let chosen = readChosen(section)

  const choose = (next: Chosen[]) => {
    chosen = next.slice(0, compared.most)
    writeSession(storageKey(section), chosen)
  }
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(boxes)) return
    const others = chosen.filter(({ id }) => id !== target.value)
    const isFull = target.checked && others.length >= compared.most
    if (isFull) target.checked = false
    choose(target.checked ? [...others, chosenBy(target)] : others)
    update(isFull)
  })
  document.addEventListener('formdata', ({ target, formData }) => {
    if (!(target instanceof HTMLFormElement) || !target.matches('[data-compare]')) return
    const ids = inOrderOfChoice(formData.getAll('id'))
    formData.delete('id')
    for (const id of ids) formData.append('id', id)
  })

  /** The others last. */
  function inOrderOfChoice(given: FormDataEntryValue[]): FormDataEntryValue[] {
    const ids = chosen.map(({ id }) => id)
    return [
      ...ids.filter((id) => given.includes(id)),
      ...given.filter((id) => id !== '' && !ids.includes(String(id))),
    ]
  }

  function update(isFull = false) {
    const shown = sectionShown()
    if (shown !== '' && shown !== section) [section, chosen] = [shown, readChosen(shown)]
    const compare = document.querySelector('[data-compare-table]')
    if (compare) choose(chosenIn(compare))
    for (const box of document.querySelectorAll<HTMLInputElement>(boxes))
      box.checked = chosen.some(({ id }) => id === box.value)
    const bar = document.querySelector<HTMLElement>('.compare-bar')
    if (bar) show(bar, isFull ? (bar.dataset['most'] ?? '') : '')
  }

  function show(bar: Element, problem: string) {
    const list =
      bar.querySelector('ul') ?? bar.insertBefore(element('ul', { className: 'chips' }), bar.firstChild)
    const status = bar.querySelector('p') ?? bar.appendChild(statusLine())
    list.replaceChildren(...chosen.map(item))
    status.textContent = problem
  }

  /** With a field of the form where the page has no box for the product. */
  function item({ id, title: before }: Chosen): HTMLElement {
    const box = document.querySelector<HTMLInputElement>(`${boxes}[value="${id}"]`)
    // In the language of the page.
    const title = box ? chosenBy(box).title : before
    const remove = element('button', { type: 'button', textContent: title })
    remove.setAttribute('aria-label', `${text('compare.remove')} ${title}`)
    remove.addEventListener('click', () => {
      choose(chosen.filter((one) => one.id !== id))
      update()
      document.querySelector<HTMLElement>('.compare-bar button')?.focus()
    })
    const entry = element('li', {})
    entry.append(remove)
    if (!box) entry.append(element('input', { type: 'hidden', name: 'id', value: id }))
    return entry
  }

  // Boxes that were checked before this script was loaded.
  const early = [...document.querySelectorAll<HTMLInputElement>(`${boxes}:checked`)].map(chosenBy)
  choose([...chosen, ...early.filter(({ id }) => chosen.every((one) => one.id !== id))])
  update()
  return { update: () => update() }
}

/** On the page of a comparison its address is the choice. */
function chosenIn(table: Element): Chosen[] {
  const heads = [...table.querySelectorAll<HTMLElement>('[data-compare-id]')]
  return heads.map(({ dataset }) => ({
    id: dataset['compareId'] ?? '',
    title: dataset['compareTitle'] ?? '',
  }))
}

function chosenBy({ value, dataset }: HTMLInputElement): Chosen {
  return { id: value, title: dataset['title'] ?? '' }
}

/** '' where the page compares nothing. */
function sectionShown(): string {
  const shown = document.querySelector<HTMLElement>('[data-compare], [data-compare-table]')?.dataset
  return shown?.['compare'] ?? shown?.['compareTable'] ?? ''
}

/** The ids in the session storage, which other code may have changed. */
function readChosen(section: string): Chosen[] {
  const stored = readSession(storageKey(section))
  if (!Array.isArray(stored)) return []
  return stored.filter(isChosen).slice(0, compared.most)
}

function isChosen(value: unknown): value is Chosen {
  const { id, title } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && /^[1-9]\d*$/.test(id) && typeof title === 'string'
}

function statusLine(): HTMLElement {
  const status = element('p', { className: 'meta' })
  status.setAttribute('role', 'status')
  return status
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
