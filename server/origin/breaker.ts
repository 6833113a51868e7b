// After a row of failures the origin is left alone for a while, then probed with one request.
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'

export type BreakerState = 'closed' | 'half-open' | 'open'
export type Breaker = {
  run: <T>(attempt: () => Promise<T>) => Promise<T>
  state: () => BreakerState
}

type Options = {
  failures?: number
  openMs?: number
  /** Whether what was thrown or answered counts against the origin. */
  isFailure: (outcome: unknown) => boolean
  onChange: (state: BreakerState) => void
}

const names: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
}

export function createBreaker({ failures = 10, openMs = 5000, isFailure, onChange }: Options): Breaker {
  const breaker = new ConsecutiveBreaker(failures)
  const policy = circuitBreaker(handleWhen(isFailure).orWhenResult(isFailure), {
    halfOpenAfter: openMs,
    breaker,
  })
  policy.onStateChange((state) => onChange(names[state]))

  /** What comes late, when others have opened it, changes nothing. */
  const failed = <T>(outcome: () => Promise<T>) =>
    policy.state === CircuitState.Closed ? policy.execute(outcome) : outcome()

  /** Where all is well the policy, whose wrappers cost every call something, need not hear of it. */
  const watch = <T>(attempt: Promise<T>): Promise<T> =>
    attempt.then(
      (answer) => {
        if (isFailure(answer)) return failed(() => Promise.resolve(answer))
        breaker.success()
        return answer
      },
      (error) => failed(() => Promise.reject(error)),
    )

  return {
    run: (attempt) => (policy.state === CircuitState.Closed ? watch(attempt()) : policy.execute(attempt)),
    state: () => names[policy.state],
  }
}

/** The origin was not asked at all. */
export function isBroken(error: unknown): boolean {
  return error instanceof BrokenCircuitError
}
