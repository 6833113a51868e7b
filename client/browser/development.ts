// Live reload (development only): reloads the page or its stylesheet after a change, and shows the errors of the build, of
// the server and of the page.
import { newElement } from './new-element.ts'

const overlayId = 'build-error'
const stylesheet = 'link[rel="stylesheet"][href^="/assets/main.css"]'
const source = new EventSource('/_dev/events')
let wasDisconnected = false

source.addEventListener('error', () => {
  wasDisconnected = true
})
// A new connection means that the development server restarted, with another build.
source.addEventListener('open', () => {
  if (wasDisconnected) location.reload()
})
source.addEventListener('reload', () => location.reload())
source.addEventListener('style', replaceStylesheet)
source.addEventListener('problem', (event) => show(JSON.parse(event.data) as string))
addEventListener('error', ({ message }) => show(message))
addEventListener('unhandledrejection', ({ reason }) => show(String(reason)))

/** The old one is removed once the new one is loaded; one that React rendered is only disabled. */
function replaceStylesheet() {
  const old = [...document.querySelectorAll<HTMLLinkElement>(stylesheet)]
  const link = newElement('link', { rel: 'stylesheet', href: `/assets/main.css?${Date.now()}` })
  link.addEventListener('load', () => {
    for (const one of old) {
      if (one.parentNode === document.head) one.disabled = true
      else one.remove()
    }
  })
  document.documentElement.append(link)
}

function show(text: string) {
  document.getElementById(overlayId)?.remove()
  const attributes = { id: overlayId, class: 'build-error', role: 'alert' }
  if (text) document.documentElement.append(newElement('pre', attributes, text))
}
