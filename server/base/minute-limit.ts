// So many in a minute, whoever sends them: nothing about senders is kept.

const minuteMs = 60_000

/** Whether one more is accepted at this time. */
export function createMinuteLimit(perMinute: number, monotonic: () => number): () => boolean {
  let minute = 0
  let count = 0
  return () => {
    const current = Math.floor(monotonic() / minuteMs)
    if (current !== minute) count = 0
    minute = current
    count += 1
    return count <= perMinute
  }
}
