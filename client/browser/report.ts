// Client error report: kind, build and message of an error in this browser, without data of the visitor.
import type { ClientError, ClientErrorKind } from '../../shared/client-error.ts'
import { clientErrors } from '../../shared/constants.ts'

export type Report = (kind: ClientErrorKind, error: unknown) => void

/** One line for the console and one beacon for each different error, up to a limit for each document. */
export function createReport(): Report {
  const sent = new Set<string>()
  return (kind, error) => {
    console.error(`${kind}:`, error)
    const message = textOf(error)
    if (sent.has(message) || sent.size >= clientErrors.perDocument) return
    sent.add(message)
    const body: ClientError = { kind, build: document.documentElement.dataset['build'] ?? '', message }
    try {
      navigator.sendBeacon(
        '/ops/client-error',
        new Blob([JSON.stringify(body)], { type: 'application/json' }),
      )
    } catch {
      // A report that cannot be sent is not reported.
    }
  }
}

/** Without queries, which may hold what a visitor typed. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.replace(/[?#]\S*/g, '').slice(0, clientErrors.messageLength)
}

/** Uncaught errors are reported; the page stays as it is. */
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
