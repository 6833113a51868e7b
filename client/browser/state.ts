// The state that the server left in the document.
import type { DocumentState } from '../../shared/payload.ts'
import type { DocumentAssets } from '../document.tsx'

export type Handover = {
  state: DocumentState
  stateJson: string
  assets: DocumentAssets
}

export function readHandover(): Handover {
  const stateJson = document.getElementById('data')?.textContent ?? ''
  return {
    state: JSON.parse(stateJson) as DocumentState,
    stateJson,
    assets: {
      styles: hrefs('link[rel="stylesheet"][data-precedence]'),
      preloads: hrefs('link[rel="modulepreload"]'),
      theme: document.head.querySelector('script[src]:not([async])')?.getAttribute('src') ?? '',
    },
  }
}

function hrefs(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '')
}
