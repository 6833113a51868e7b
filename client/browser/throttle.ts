// Calls at most once in a while: at once, and once more at the end for what came in between.

export function throttle(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (!again) return
      again = false
      run()
      rest()
    }, ms)
  }
  return () => {
    if (timer !== undefined) {
      again = true
      return
    }
    run()
    rest()
  }
}
