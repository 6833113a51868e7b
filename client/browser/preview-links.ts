// Links and searches of a preview lead to previews: the token is added to the URL when a link is opened or a form is sent.
import { previewParameter, withPreview } from '../../shared/preview.ts'
import { newElement } from './new-element.ts'

export function keepPreview(): void {
  const token = new URLSearchParams(location.search).get(previewParameter) ?? ''
  const followLink = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    const path = link?.getAttribute('href') ?? ''
    if (link && !link.target && /^\/(?!\/)/.test(path) && !file.test(link.pathname))
      link.href = withPreview(path, token)
  }
  for (const type of ['click', 'auxclick']) addEventListener(type, followLink, { capture: true })
  addEventListener('submit', ({ target }) => addToken(target as HTMLFormElement, token), { capture: true })
}

/** The token is for pages. */
const file = /\.\w+$/

/** GET replaces the query of the form's action by its fields. */
function addToken(form: HTMLFormElement, token: string): void {
  if (form.method !== 'get' || form.elements.namedItem(previewParameter)) return
  form.append(newElement('input', { type: 'hidden', name: previewParameter, value: token }))
}
