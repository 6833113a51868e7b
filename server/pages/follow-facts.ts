// Follows the facts of the site: read at the start where that needs no request, and again when the content changes or is purged.
import type { AppContext } from '../app-context.ts'
import { inTime } from '../base/in-time.ts'
import type { Purge } from '../ops/purge.ts'

/** A purge waits no longer. */
const waitMs = 1000

/** `learn` reads the site configuration. Where that fails, the last good facts count. */
export async function followFacts({ origin, telemetry: { log } }: AppContext, learn: () => Promise<void>) {
  const read = () =>
    inTime(learn(), waitMs, 'siteConfig').catch((err: unknown) =>
      log.info({ err }, 'languages and time zone of the site not read: the last ones count'),
    )
  if (origin.read) await read()
  return {
    stop: origin.read && origin.onChange?.(() => void read()),
    /** The purge of a configuration is complete when the new one counts. */
    afterPurge:
      (purge: Purge): Purge =>
      async (...given) => {
        const purged = await purge(...given)
        await read()
        return purged
      },
  }
}
