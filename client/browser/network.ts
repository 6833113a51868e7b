// What the visitor's connection is like, where the browser tells.

type Connection = { saveData?: boolean; effectiveType?: string }

export function connection(): Connection {
  return (navigator as Navigator & { connection?: Connection }).connection ?? {}
}
