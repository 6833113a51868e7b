// Hydration state: what the server wrote into the document for React.
import type { DocumentState } from '../../shared/payload.ts'
import type { Asset, DocumentAssets } from '../document.tsx'

export type HydrationState = {
  state: DocumentState
  stateJson: string
  assets: DocumentAssets
}

export function readHydrationState(): HydrationState {
  const stateJson = document.getElementById('data')?.textContent ?? ''
  return {
    state: JSON.parse(stateJson) as DocumentState,
    stateJson,
    assets: {
      styles: assets('head > link[rel="stylesheet"][href^="/assets/"]'),
      preloads: assets('link[rel="modulepreload"]'),
      firstScript: '',
      brandStyle: '',
    },
  }
}

function assets(selector: string): Asset[] {
  return [...document.querySelectorAll(selector)].map((element) => ({
    href: element.getAttribute('href') ?? element.getAttribute('src') ?? '',
    integrity: element.getAttribute('integrity') ?? undefined,
  }))
}
