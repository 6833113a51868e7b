// What is done about errors that React meets, and about those that nobody catches.
import type { HydrationOptions } from 'react-dom/client'
import { overlayEvent } from './overlay.ts'
import type { Report } from './report.ts'

/** Caught by a boundary: the page shows the error page. Uncaught: there is nothing left to show. */
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

/** The page stays. */
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

/** In development the page names the component, a hydration mismatch's as well. */
function overlay(error: unknown, componentStack: string | null | undefined) {
  if (process.env['NODE_ENV'] === 'production') return
  const [component = ''] = componentStack?.trim().split('\n') ?? []
  const detail = `${component}: ${error instanceof Error ? error.message : error}\n${componentStack ?? ''}`
  dispatchEvent(new CustomEvent(overlayEvent, { detail }))
}
