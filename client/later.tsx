// A part of a page that may arrive after the shell, with its value beside it for the browser.
import { createContext, type ReactNode, Suspense, use, useContext } from 'react'
import { keptScriptJson, type Later as LaterValue } from '../shared/payload.ts'
import { KeeperContext } from './frozen.tsx'
import { useTrustedHtml } from './trusted-html.ts'

/** Reads the value that the server wrote into the document; undefined where there is none. */
export type LaterSource = (name: string) => unknown
export const LaterContext = createContext<LaterSource>(() => undefined)

type Props<T> = {
  name: string
  of: LaterValue<T>
  fallback: ReactNode
  /** Shown when the part could not be loaded. */
  failed: ReactNode
  children: (value: T) => ReactNode
}

export function Later<T>(props: Props<T>) {
  return (
    <Suspense fallback={props.fallback}>
      <Settled {...props} />
    </Suspense>
  )
}

function Settled<T>({ name, of, failed, children }: Props<T>) {
  const written = useContext(LaterContext)(name) as T | null | undefined
  const value = of.promise ? use(of.promise) : (of.value ?? written ?? null)
  return (
    <>
      {value === null ? failed : children(value)}
      {of.value === undefined && <Written name={name} value={value} />}
    </>
  )
}

/** The value beside the part, for the browser that takes it over. */
function Written({ name, value }: { name: string; value: unknown }) {
  const keeper = useContext(KeeperContext)
  const json = useTrustedHtml(keeper ? keeper.json(value) : keptScriptJson(value))
  return <script type="application/json" data-later={name} dangerouslySetInnerHTML={json} />
}
