// Page transition `page`, mode out-in: the old page leaves, then the new one enters. The animation is CSS.
import { transitionLimitMs } from '../../shared/constants.ts'

export type Transition = { leave: () => Promise<void>; enter: () => Promise<void>; reset: () => void }

export function createTransition(): Transition {
  const { dataset } = document.documentElement
  const phase = () => dataset['transition']
  const play = async (name: 'leave' | 'enter') => {
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    dataset['transition'] = name
    const main = document.querySelector('main')
    const animations = main?.getAnimations?.().map((animation) => animation.finished) ?? []
    await Promise.race([Promise.allSettled(animations), limit()])
  }
  const reset = () => {
    delete dataset['transition']
  }
  return {
    leave: () => play('leave'),
    async enter() {
      if (phase() !== 'leave') return
      await play('enter')
      if (phase() === 'enter') reset()
    },
    reset,
  }
}

function limit(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, transitionLimitMs))
}
