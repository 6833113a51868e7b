// Page transition `page`, mode out-in: the old page leaves, then the new one enters. The picture of a card moves to its place
// on the page of the card's link, and back, where the browser has view transitions. The animation is CSS.
import { transitionLimitMs } from '../../shared/constants.ts'

type Change = {
  /** Path and query of the old page and of the new one. */
  from: string
  to: string
  /** The HTML of the new page. */
  html: string
  /** Shows the new page. */
  update: () => void
}

const leadPicture = 'main :is(.product-top .gallery, .page-header > picture)'
const { dataset } = document.documentElement

export function createTransition() {
  let moving: ViewTransition | undefined

  // Elements of a view transition take no clicks. Of the new page the picture is the only one.
  const move = async (old: HTMLElement, { from, update }: Change) => {
    dataset['transition'] = 'move'
    const leaving = {
      picture: old,
      page: document.querySelector('main'),
      header: document.querySelector<HTMLElement>('.site-header'),
    }
    for (const [name, element] of Object.entries(leaving)) setName(element, name)
    let next: HTMLElement | undefined
    moving = document.startViewTransition(() => {
      for (const element of Object.values(leaving)) setName(element, '')
      update()
      next = pictureOfCard(from) ?? inView(leadPicture)
      setName(next, 'picture')
      void enter()
    })
    const { finished, ready, updateCallbackDone } = moving
    const end = () => setName(next, '')
    finished.then(end, end)
    // Rejects where the transition is skipped.
    ready.catch(() => {})
    void limit().then(moving.skipTransition.bind(moving))
    await updateCallbackDone
  }

  return {
    reset() {
      moving?.skipTransition()
      delete dataset['transition']
    },
    /** Resolves when the old page has left. The returned function shows the new one; it rejects where `update` throws. */
    async leave(change: Change): Promise<() => Promise<void>> {
      const { update } = change
      if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches)
        return async () => update()
      const picture = 'startViewTransition' in document ? movingPicture(change) : undefined
      if (picture) return () => move(picture, change)
      await play('leave')
      return async () => {
        update()
        void enter()
      }
    },
  }
}

async function play(phase: 'leave' | 'enter'): Promise<void> {
  dataset['transition'] = phase
  const main = document.querySelector('main')
  const animations = main?.getAnimations?.().map((animation) => animation.finished) ?? []
  await Promise.race([Promise.allSettled(animations), limit()])
}

/** The new page is shown without an animation after a reset. */
async function enter(): Promise<void> {
  if (!dataset['transition']) return
  await play('enter')
  if (dataset['transition'] === 'enter') delete dataset['transition']
}

/** The picture of the card that leads to the new page, or of a page whose card may be on the new one. */
function movingPicture({ from, to, html }: Change): HTMLElement | undefined {
  return pictureOfCard(to) ?? (html.includes(`href="${from}"`) ? inView(leadPicture) : undefined)
}

function pictureOfCard(url: string): HTMLElement | undefined {
  return inView(`main :is(.card, .line):has(a[href="${CSS.escape(url)}"]) picture`)
}

function inView(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}

function setName(element: HTMLElement | null | undefined, name: string): void {
  element?.style.setProperty('view-transition-name', name)
}

function limit(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, transitionLimitMs))
}
