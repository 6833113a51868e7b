// Network Information API; empty in browsers without it.

type Connection = { saveData?: boolean; effectiveType?: string }

export function connection(): Connection {
  return (navigator as Navigator & { connection?: Connection }).connection ?? {}
}
