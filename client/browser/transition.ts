// The page transition `page`, out-in: the old page leaves, then the new one enters. The stylesheet moves them.
import { transitionLimitMs } from './constants.ts'

export type Transition = { leave: () => Promise<void>; enter: () => Promise<void>; reset: () => void }

export function createTransition(): Transition {
  const { dataset } = document.documentElement
  const stage = () => dataset['transition']
  const play = async (name: 'leave' | 'enter') => {
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    dataset['transition'] = name
    const main = document.querySelector('main')
    const moves = main?.getAnimations?.().map((animation) => animation.finished) ?? []
    await Promise.race([Promise.allSettled(moves), limit()])
  }
  const reset = () => {
    delete dataset['transition']
  }
  return {
    leave: () => play('leave'),
    async enter() {
      // Only what has left enters.
      if (stage() !== 'leave') return
      await play('enter')
      if (stage() === 'enter') reset()
    },
    reset,
  }
}

function limit(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, transitionLimitMs))
}
