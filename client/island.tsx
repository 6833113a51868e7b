// The place of an island in a page: rendered in place on the server, fetched near the viewport in a browser.
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { islandId, type Island as Slot } from '../shared/island.ts'
import { useDeferred } from './later.tsx'
import { useSite } from './site.tsx'
import { useTrustedHtml } from './trusted-html.ts'
import { useFollowLinks } from './ui/follow-links.ts'

export type IslandSource = {
  /** On the server: the block itself. */
  render?: (island: Slot, data: unknown) => ReactNode
  /** In a browser: HTML that is there already, in the document or from an earlier visit. */
  known: (id: string) => string | undefined
  /** Fetches the HTML when `element` comes near the viewport; undefined where it cannot be had. Returns what stops it. */
  whenNear: (element: Element, island: Slot, tell: (html: string | undefined) => void) => () => void
}

export const IslandContext = createContext<IslandSource | undefined>(undefined)

type Props = { of: Slot; fallback: ReactNode; failed: ReactNode }

export function Island(props: Props) {
  const { settings } = useSite()
  const id = islandId(props.of, settings.build)
  return (
    <Suspense fallback={props.fallback}>
      {props.of.promise ? <Rendered {...props} id={id} /> : <Fetched key={id} {...props} id={id} />}
    </Suspense>
  )
}

type BlockProps = Props & { id: string }

function Rendered({ of, failed, id }: BlockProps) {
  const render = useContext(IslandContext)?.render
  const data = useDeferred(of)
  return (
    <div data-island={of.name} data-island-id={id}>
      {data === null || !render ? failed : render(of, data)}
    </div>
  )
}

function Fetched({ of, fallback, failed, id }: BlockProps) {
  const source = useContext(IslandContext)
  const [html, setHtml] = useState(() => source?.known(id))
  const [isFailed, setFailed] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const follow = useFollowLinks()
  const trusted = useTrustedHtml(html ?? '')
  useEffect(() => {
    if (html !== undefined || !element.current || !source) return
    return source.whenNear(element.current, of, (found) => {
      setHtml(found)
      setFailed(found === undefined)
    })
  }, [html, of, source])
  const common = { 'data-island': of.name, 'data-island-id': id, ref: element }
  if (html === undefined) return <div {...common}>{isFailed ? failed : fallback}</div>
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: only links inside are followed, and Enter on a link is a click
  return <div {...common} onClick={follow} dangerouslySetInnerHTML={trusted} />
}
