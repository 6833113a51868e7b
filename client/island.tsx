// Island: a block that is rendered in place in a document. In a payload it is a placeholder, and the browser fetches its HTML
// near the viewport (client/browser/islands.ts).
import type { ReactNode } from 'react'
import { type IslandName, islandUrl, type Island as Named } from '../shared/island.ts'
import type { Deferred as DeferredValue } from '../shared/payload.ts'
import { Deferred } from './deferred.tsx'
import { useSite } from './site.tsx'

/** An island in a page: a deferred part that shows itself, in a document. */
export type IslandSlot<Name extends IslandName = IslandName> = Named<Name> & DeferredValue<ReactNode>

export function Island({ of }: { of: IslandSlot }) {
  const { t, settings } = useSite()
  if (!of.promise)
    return (
      <div
        data-island={of.name}
        data-island-url={islandUrl(of, settings.build)}
        data-island-failed={t('block.failed')}
      >
        <p className="quiet pending">{t('block.loading')}</p>
      </div>
    )
  return (
    <div data-island={of.name}>
      <Deferred of={of} failed={<p className="quiet">{t('block.failed')}</p>}>
        {(shown) => shown}
      </Deferred>
    </div>
  )
}
