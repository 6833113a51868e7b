// Keeps the HTML of what is the same on every page, as long as configuration and menu are the same objects.

type Data = { config: unknown; menu: unknown }
type Kept = Data & { html: string }

const most = 500

export function createFrozen() {
  const kept = new Map<string, Kept>()
  return (name: string, { config, menu }: Data, render: () => string): string => {
    const known = kept.get(name)
    if (known && known.config === config && known.menu === menu) return known.html
    const html = render()
    if (kept.size >= most) kept.clear()
    kept.set(name, { config, menu, html })
    return html
  }
}
