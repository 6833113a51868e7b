// Network: the Network Information API, which some browsers lack, and whether this site can be reached.

type Connection = { saveData?: boolean; effectiveType?: string }

export function connection(): Connection {
  return (navigator as Navigator & { connection?: Connection }).connection ?? {}
}

const probeMs = 5000

/** Whether this site responds, with any status. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(probeMs) } as const
  return fetch('/livez', options).then(
    () => true,
    () => false,
  )
}
