// Requests of a running Strapi: of its administration, and of its content with a token.
export type Api = {
  /** `data` of the response, or the whole. Rejects where the status is no success. */
  send: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
  /** The words of a file in the media library. */
  edit: (path: string, fileInfo: object) => Promise<void>
  upload: (name: string, type: string, bytes: Buffer, alt: string) => Promise<{ id: number; url: string }>
}

export function createApi(url: string, token?: string): Api {
  const authorization = token && { authorization: `Bearer ${token}` }
  const request = async (path: string, init: RequestInit) => {
    const response = await fetch(url + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return text === '' ? {} : JSON.parse(text)
  }
  return {
    async send(method, path, body) {
      const headers = { 'content-type': 'application/json', ...authorization }
      const found = await request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return found.data ?? found
    },
    async edit(path, fileInfo) {
      const body = new FormData()
      body.append('fileInfo', JSON.stringify(fileInfo))
      await request(path, { method: 'POST', headers: { ...authorization }, body })
    },
    async upload(name, type, bytes, alternativeText) {
      const form = new FormData()
      form.append('files', new Blob([new Uint8Array(bytes)], { type }), name)
      form.append('fileInfo', JSON.stringify({ alternativeText, name }))
      const [file] = await request('/api/upload', {
        method: 'POST',
        headers: { ...authorization },
        body: form,
      })
      return file
    },
  }
}
