// Search fields with suggestions: the code of the suggestions is loaded with the first focus.
import type { Page } from './settings.ts'

export function watchSearchFields(page: () => Page): void {
  let loading: Promise<{ focused: (input: HTMLInputElement) => void }> | undefined
  const focused = (target: EventTarget | null) => {
    if (!(target instanceof HTMLInputElement) || !target.form?.dataset['suggests']) return
    loading ??= import('./suggestions.ts').then(({ createSuggestions }) => createSuggestions(page))
    loading.then(
      (suggestions) => suggestions.focused(target),
      () => {
        loading = undefined
      },
    )
  }
  document.addEventListener('focusin', ({ target }) => focused(target))
  // The field may have had the focus before this code was loaded.
  focused(document.activeElement)
}
