// Whether a request is answered in JSON where something goes wrong.
import { splitUrl } from '../../shared/resolve.ts'

export function wantsJson({
  url,
  headers,
}: {
  url: string
  headers: { accept?: string | undefined }
}): boolean {
  const { pathname } = splitUrl(url)
  const accept = headers.accept ?? ''
  const acceptsOnlyJson = accept.includes('application/json') && !accept.includes('text/html')
  return acceptsOnlyJson || pathname.startsWith('/api/') || pathname.endsWith('.json')
}
