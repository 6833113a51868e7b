// Error handlers of the React root and of the window.
import type { HydrationOptions } from 'react-dom/client'
import { overlayEvent } from './overlay.ts'
import type { Report } from './report.ts'

/** Caught by a boundary: the error page is shown. Uncaught: React unmounts the root. */
export function rootOptions(report: Report): HydrationOptions {
  return {
    onCaughtError: (error, { componentStack }) => {
      report('render', error)
      overlay(error, componentStack)
    },
    onUncaughtError: (error, { componentStack }) => {
      report('start', error)
      overlay(error, componentStack)
    },
    onRecoverableError: (error, { componentStack }) => {
      console.error(error)
      overlay(error, componentStack)
    },
  }
}

/** Uncaught errors outside React are reported; the page stays as it is. */
export function watchErrors(report: Report) {
  addEventListener('error', (event) => {
    event.preventDefault()
    report('error', event.error ?? event.message)
  })
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    report('rejection', event.reason)
  })
}

/** Development only: shows the component of an error or of a hydration mismatch. */
function overlay(error: unknown, componentStack: string | null | undefined) {
  if (process.env['NODE_ENV'] === 'production') return
  const [component = ''] = componentStack?.trim().split('\n') ?? []
  const detail = `${component}: ${error instanceof Error ? error.message : error}\n${componentStack ?? ''}`
  dispatchEvent(new CustomEvent(overlayEvent, { detail }))
}
