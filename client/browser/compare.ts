// Choice of products for a comparison, in each section: kept in the session from page to page, and shown below the list.
import { compared } from '../../shared/constants.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { newElement } from './new-element.ts'
import { readSession, writeSession } from './storage.ts'

type Chosen = { id: string; title: string }
const storageKey = (section: string) => `compare ${section}`
const boxes = '[data-compare] input[type="checkbox"][name="id"]'

/** The returned function is called on a new page. */
export function installCompare(text: Translate): () => void {
  let section = sectionShown()
  let chosen = readChosen(section)

  const choose = (next: Chosen[]) => {
    chosen = next.slice(0, compared.most)
    writeSession(storageKey(section), chosen)
  }
  const update = (problem = '') => {
    const shown = sectionShown()
    if (shown !== '' && shown !== section) [section, chosen] = [shown, readChosen(shown)]
    const compare = document.querySelector('[data-compare-table]')
    if (compare) choose(chosenIn(compare))
    for (const box of document.querySelectorAll<HTMLInputElement>(boxes))
      box.checked = chosen.some(({ id }) => id === box.value)
    const bar = document.querySelector('.compare-bar')
    if (bar) show(bar, chosen.map(item), problem)
  }
  const item = (product: Chosen) =>
    itemOf(product, text, () => {
      choose(chosen.filter(({ id }) => id !== product.id))
      update()
      document.querySelector<HTMLElement>('.compare-bar button')?.focus()
    })

  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(boxes)) return
    const others = chosen.filter(({ id }) => id !== target.value)
    const wanted = target.checked ? [...others, chosenBy(target)] : others
    // The last one is not chosen where there are too many, and its box is cleared.
    choose(wanted)
    const bar = document.querySelector<HTMLElement>('.compare-bar')
    update(wanted.length > compared.most ? bar?.dataset['most'] : '')
  })
  document.addEventListener('formdata', ({ target, formData }) => {
    if (!(target instanceof HTMLFormElement) || !target.matches('[data-compare]')) return
    const ids = inOrderOf(chosen, formData.getAll('id'))
    formData.delete('id')
    for (const id of ids) formData.append('id', id)
  })

  // Boxes that were checked before this script was loaded.
  const early = [...document.querySelectorAll<HTMLInputElement>(`${boxes}:checked`)].map(chosenBy)
  choose([...chosen, ...early.filter(({ id }) => chosen.every((one) => one.id !== id))])
  update()
  return () => update()
}

/** The ids of a form in the order in which they were chosen, then those that were not. */
function inOrderOf(chosen: Chosen[], given: FormDataEntryValue[]): FormDataEntryValue[] {
  const ids = chosen.map(({ id }) => id)
  return [
    ...ids.filter((id) => given.includes(id)),
    ...given.filter((id) => id !== '' && !ids.includes(String(id))),
  ]
}

function show(bar: Element, items: HTMLElement[], problem: string): void {
  const list =
    bar.querySelector('ul') ?? bar.insertBefore(newElement('ul', { class: 'chips' }), bar.firstChild)
  const status = bar.querySelector('p') ?? bar.appendChild(newElement('p', { class: 'meta', role: 'status' }))
  list.replaceChildren(...items)
  status.textContent = problem
}

/** A button that removes the product, with a field of the form where the page has no box for the product. */
function itemOf({ id, title: before }: Chosen, text: Translate, remove: () => void): HTMLElement {
  const box = document.querySelector<HTMLInputElement>(`${boxes}[value="${id}"]`)
  // In the language of the page.
  const title = box ? chosenBy(box).title : before
  const label = `${text('compare.remove')} ${title}`
  const button = newElement('button', { type: 'button', 'aria-label': label }, title)
  button.addEventListener('click', remove)
  const field = box ? [] : [newElement('input', { type: 'hidden', name: 'id', value: id })]
  return newElement('li', {}, button, ...field)
}

/** The choice on the page of a comparison, which is its address. */
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
  return Array.isArray(stored) ? stored.filter(isChosen).slice(0, compared.most) : []
}

function isChosen(value: unknown): value is Chosen {
  const { id, title } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && /^[1-9]\d*$/.test(id) && typeof title === 'string'
}
