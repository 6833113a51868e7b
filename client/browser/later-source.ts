// The values of later parts that the server wrote into the first document.

export function createLaterSource(): (name: string) => unknown {
  const read = new Map<string, unknown>()
  return (name) => {
    if (!read.has(name)) {
      const element = document.querySelector(`script[data-later="${CSS.escape(name)}"]`)
      if (!element) return undefined
      read.set(name, JSON.parse(element.textContent))
    }
    return read.get(name)
  }
}
