// The state that the server left in the document.
import type { DocumentState } from '../../shared/payload.ts'

export type Handover = {
  state: DocumentState
  stateJson: string
  assets: { styles: string[]; preloads: string[] }
}

export function readHandover(): Handover {
  const stateJson = document.getElementById('data')?.textContent ?? ''
  return {
    state: JSON.parse(stateJson) as DocumentState,
    stateJson,
    assets: {
      styles: hrefs('link[rel="stylesheet"][data-precedence]'),
      preloads: hrefs('link[rel="modulepreload"]'),
    },
  }
}

function hrefs(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '')
}
