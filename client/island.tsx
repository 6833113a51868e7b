// Island: a block that is rendered in place in a document. In a payload it is a placeholder, and the browser fetches its HTML
// near the viewport (client/browser/islands.ts).
import { createContext, type ReactNode, useContext } from 'react'
import { islandUrl, type Island as Slot } from '../shared/island.ts'
import { Deferred } from './deferred.tsx'
import { useSite } from './site.tsx'

export type RenderIsland = (island: Slot, data: unknown) => ReactNode

/** Islands are not imported by pages, so that the list of them stays in one place. */
export const IslandContext = createContext<RenderIsland>(() => null)

export function Island({ of }: { of: Slot }) {
  const { t, settings } = useSite()
  const render = useContext(IslandContext)
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
        {(data) => render(of, data)}
      </Deferred>
    </div>
  )
}
