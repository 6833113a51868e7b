// Requests of a check, with all responses for the search for secrets; and its conditions, a line each.
export type Page = { path: string; status: number; body: string }
export type Visitor = ReturnType<typeof createVisitor>

const accept = { accept: 'text/html,*/*' }
const atOnce = 4

export function createVisitor(url: string) {
  const seen: Page[] = []
  let isGood = true

  const get = async (path: string): Promise<Page> => {
    const response = await fetch(new URL(path, url), { headers: accept, redirect: 'manual' })
    const page = { path, status: response.status, body: await response.text() }
    seen.push(page)
    return page
  }

  return {
    get,
    seen,
    isGood: () => isGood,
    expect(what: string, holds: boolean, more = ''): void {
      console.log(`${holds ? 'ok' : 'NOT OK'}  ${what}${holds ? '' : `  ${more}`}`)
      isGood &&= holds
    },
    /** Four at once, as a crawler does: each new page takes several requests of the system. */
    async all(paths: string[]): Promise<Page[]> {
      const pages: Page[] = []
      const left = paths.values()
      const worker = async () => {
        for (const path of left) pages.push(await get(path))
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      return pages
    },
    async post(path: string, body: object, token: string): Promise<unknown> {
      const response = await fetch(new URL(path, url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.json()
    },
  }
}
