// Announcer: after a navigation, announces the new title to screen readers and moves the focus to the heading.
import { hashTarget } from './scroll.ts'

export type Announcer = { announce: (moveFocus: boolean) => void }

export function createAnnouncer(): Announcer {
  const region = document.createElement('p')
  region.className = 'visually-hidden'
  region.dataset['announcer'] = ''
  region.setAttribute('role', 'status')
  document.body.append(region)
  return {
    announce(moveFocus) {
      region.textContent = document.title
      if (!moveFocus) return
      const target = hashTarget(location.hash) ?? document.querySelector<HTMLElement>('main h1')
      if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
      target?.focus({ preventScroll: true })
    },
  }
}
