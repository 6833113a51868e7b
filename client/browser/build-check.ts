// Build check: polls the id of the server's build; after a change the next navigation loads its document from the server.
import { buildCheckIntervalMs } from '../../shared/constants.ts'

/** The returned function says whether the server runs another build. */
export function watchBuild(build: string): () => boolean {
  let isOutdated = false
  let checked = Date.now()

  const check = async () => {
    checked = Date.now()
    try {
      const response = await fetch(`/builds/latest.json?${checked}`)
      if (response.ok) isOutdated = ((await response.json()) as { id: string }).id !== build
    } catch (error) {
      console.error(error)
    }
  }

  setInterval(check, buildCheckIntervalMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - checked > buildCheckIntervalMs) void check()
  })
  return () => isOutdated
}
