// So many in a minute, whoever sends them: nothing about senders is kept.

const minuteMs = 60_000

/** Whether one more is taken now. */
export function createMinuteLimit(perMinute: number, now: () => number): () => boolean {
  let minute = 0
  let count = 0
  return () => {
    const current = Math.floor(now() / minuteMs)
    if (current !== minute) count = 0
    minute = current
    count += 1
    return count <= perMinute
  }
}
