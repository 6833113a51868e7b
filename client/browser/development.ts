// Live reload (development only): reloads the page or its stylesheet after a change, and shows the errors of the build, of
// the server and of the page.
import { newElement } from './new-element.ts'

const overlayId = 'build-error'
const stylesheet = 'link[rel="stylesheet"][href^="/assets/main.css"]'
/** The stylesheet is that of visitors. */
const covering = { position: 'fixed', inset: '0', zIndex: '3000', overflow: 'auto', background: 'Canvas' }
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
  if (!text) return
  const overlay = newElement('pre', { id: overlayId, role: 'alert' }, text)
  Object.assign(overlay.style, covering)
  document.documentElement.append(overlay)
}
