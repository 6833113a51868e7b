// React's hooks while this renderer calls a component: each is called once, on a server, where nothing changes.
import * as React from 'react'
import { unsupported } from './unsupported.ts'

type Context = React.Context<unknown> & { _currentValue2: unknown }
type Dispatcher = Record<string, (...args: never[]) => unknown>
type Internals = { H: Dispatcher | null }
type Settled = { status?: string; value?: unknown }

/** Where React looks for whoever renders at the moment; its own renderers do the same. */
const internals = (React as unknown as Record<string, Internals | undefined>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
]

export type Hooks = ReturnType<typeof createHooks>

/** Whether this React lets others render its components. */
export const hasHooks = internals !== undefined && 'H' in internals

/** `newId`: for useId. */
export function createHooks(newId: () => string) {
  const provided = new Map<unknown, unknown>()
  const read = (context: Context) => (provided.has(context) ? provided.get(context) : context._currentValue2)
  const none = () => undefined
  const dispatcher: Dispatcher = {
    readContext: read,
    useContext: read,
    use: (usable: Context | Settled) => {
      if ('_currentValue2' in usable) return read(usable)
      if ('status' in usable && usable.status === 'fulfilled') return usable.value
      throw unsupported('a promise that is not kept yet')
    },
    useState: (first: unknown) => [typeof first === 'function' ? first() : first, refuseChange],
    useReducer: (_: unknown, first: unknown, init?: (first: unknown) => unknown) => [
      init ? init(first) : first,
      refuseChange,
    ],
    useMemo: (make: () => unknown) => make(),
    useCallback: (callback: unknown) => callback,
    useRef: (current: unknown) => ({ current }),
    useId: newId,
    useSyncExternalStore: (_: unknown, __: unknown, ofServer: () => unknown) => ofServer(),
    useEffect: none,
    useLayoutEffect: none,
    useInsertionEffect: none,
    useImperativeHandle: none,
    useDebugValue: none,
  }
  return {
    /** `work` with these hooks. */
    run<T>(work: () => T): T {
      if (!internals) throw unsupported('this version of React')
      const before = internals.H
      internals.H = dispatcher
      try {
        return work()
      } finally {
        internals.H = before
      }
    },
    /** `work` where `context` has this value. */
    provide(context: unknown, value: unknown, work: () => void) {
      const isInner = provided.has(context)
      const before = provided.get(context)
      provided.set(context, value)
      work()
      if (isInner) provided.set(context, before)
      else provided.delete(context)
    },
  }
}

function refuseChange() {
  throw unsupported('a change while rendering')
}
