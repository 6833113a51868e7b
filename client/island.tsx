// Island: rendered in place on the server; in a browser its HTML is fetched near the viewport.
import { type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { islandId, type Island as Slot } from '../shared/island.ts'
import { IslandContext, useDeferred } from './part-sources.ts'
import { useSite } from './site.tsx'
import { useTrustedHtml } from './trusted-html.ts'

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
  return <div {...common} dangerouslySetInnerHTML={trusted} />
}
