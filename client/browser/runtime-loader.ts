// Runtime loader: loads the runtime when the page is idle, or with the first toast.
import type { MessageKey } from '../../shared/i18n/translate.ts'
import type { Navigation } from './navigation.ts'
import type { Redirects } from './redirects.ts'
import type { Report } from './report.ts'
import { type Notify, type ToastOptions, toastEvent } from './toast.ts'

type Parts = { navigation: Navigation; redirects: Redirects }

export function createRuntimeLoader(report: Report, parts: () => Parts) {
  let loading: Promise<{ toast: (options: ToastOptions) => void }> | undefined
  const runtime = () => {
    loading ??= import('./runtime.ts').then(({ startRuntime }) => startRuntime(parts()))
    return loading
  }
  const toast = (options: ToastOptions) => {
    runtime().then(
      ({ toast }) => toast(options),
      (error) => report('error', error),
    )
  }
  const notify: Notify = (message, kind) => {
    const transport = navigator.onLine ? 'error.transport' : 'error.offline'
    const key: MessageKey = kind === 'system' ? 'error.system' : transport
    toast({ type: 'error', text: message || parts().navigation.view().state.messages[key] })
  }
  document.addEventListener(toastEvent, (event) => toast((event as CustomEvent<ToastOptions>).detail))
  return { notify, start: () => void runtime().catch((error) => report('error', error)) }
}
