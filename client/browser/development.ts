// Development only: reloads the page after a new build, and shows the errors of a failed one and of the page itself.
import { overlayEvent } from './overlay.ts'

const overlayId = 'build-error'
const source = new EventSource('/_dev/events')
let lost = false

source.addEventListener('error', () => {
  lost = true
})
// The server restarts after every good build: the connection comes back.
source.addEventListener('open', () => {
  if (lost) location.reload()
})
source.addEventListener('build', (event) => show(JSON.parse(event.data) as string))
addEventListener(overlayEvent, (event) => show((event as CustomEvent<string>).detail))
addEventListener('error', ({ message }) => show(message))
addEventListener('unhandledrejection', ({ reason }) => show(String(reason)))

function show(text: string) {
  document.getElementById(overlayId)?.remove()
  if (text) document.documentElement.append(overlay(text))
}

function overlay(text: string): HTMLElement {
  const element = Object.assign(document.createElement('pre'), {
    id: overlayId,
    className: 'build-error',
    textContent: text,
  })
  element.setAttribute('role', 'alert')
  return element
}
