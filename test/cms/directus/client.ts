// Requests of a running Directus with a token.
export type Api = {
  /** `data` of the response. Rejects where the status is no success. */
  send: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** The id of the file. */
  upload: (name: string, type: string, bytes: Buffer, title: string) => Promise<string>
}

export function createApi(url: string, token: string): Api {
  const authorization = `Bearer ${token}`
  const request = async (path: string, init: RequestInit) => {
    const response = await fetch(url + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return text === '' ? undefined : JSON.parse(text).data
  }
  return {
    send: (method, path, body) =>
      request(path, {
        method,
        headers: { 'content-type': 'application/json', authorization },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async upload(name, type, bytes, title) {
      const form = new FormData()
      form.append('title', title || name)
      form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
      return (await request('/files', { method: 'POST', headers: { authorization }, body: form })).id
    },
  }
}
