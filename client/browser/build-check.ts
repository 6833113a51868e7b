// Build check: polls the id of the server's build; after a change the next navigation loads its document from the server.
import { buildCheckIntervalMs } from '../../shared/constants.ts'

export function createBuildCheck(build: string, now = Date.now) {
  let outdated = false
  let checked = now()

  const check = async () => {
    checked = now()
    try {
      const response = await fetch(`/builds/latest.json?${checked}`)
      if (response.ok) outdated = ((await response.json()) as { id: string }).id !== build
    } catch (error) {
      console.error(error)
    }
  }

  return {
    outdated: () => outdated,
    start() {
      setInterval(check, buildCheckIntervalMs)
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden && now() - checked > buildCheckIntervalMs) void check()
      })
    },
  }
}
