// Follows the facts of the site where its content is our own: read at the start, and again when it changes. Those of an upstream
// are learned from each site configuration that a page reads.
import type { AppContext } from '../app-context.ts'

/** `learn` reads the site configuration. Where that fails, the last good facts count. Resolves with what ends it. */
export async function followFacts(
  { origin, telemetry: { log } }: AppContext,
  learn: () => Promise<void>,
): Promise<() => void> {
  if (!origin.read) return () => {}
  const read = () =>
    learn().catch((err: unknown) =>
      log.info({ err }, 'languages and time zone of the site not read: the last ones count'),
    )
  await read()
  return origin.onChange?.(() => void read()) ?? (() => {})
}
