// Metrics of the cache and of the upstream behind it.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type {
  BreakerState,
  ContentFault,
  LocalSource,
  UpstreamCall,
  UpstreamSource,
} from '../base/content-source.ts'

type CacheKind = 'api' | 'page'
/** Cache outcome of a request. */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'revalidated' | 'bypass' | 'coalesced' | 'error'
/** The tier that the response came from. */
export type CacheTier = 'memory' | 'shared' | 'upstream'

const breakerStates: BreakerState[] = ['closed', 'open']

const faultLabels: Record<ContentFault['effect'], string> = {
  kept: 'kept',
  'left out': 'left_out',
  incomplete: 'incomplete',
  ignored: 'ignored',
  remark: 'remark',
}

export function createUpstreamMetrics(registers: Registry[]) {
  const outcomes = new Counter({
    name: 'site_cache_requests_total',
    help: 'Requests to the cache by outcome and by the tier that responded, for responses of the upstream and pages made from them',
    labelNames: ['outcome', 'kind', 'tier'],
    registers,
  })
  const seconds = new Histogram({
    name: 'site_upstream_seconds',
    help: 'Time until the head of the response, for every attempt at the upstream, by business call',
    labelNames: ['call', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })

  const rejected = new Counter({
    name: 'site_upstream_rejected_total',
    help: 'Responses of the upstream that could not be used, by business call',
    labelNames: ['call'],
    registers,
  })

  const countOutcome = (outcome: CacheOutcome, kind: CacheKind, tier: CacheTier) =>
    outcomes.inc({ outcome, kind, tier })
  return {
    countOutcome,
    countRejectedResponse: (call: UpstreamCall) => rejected.inc({ call }),
    /** They are called at every scrape. */
    watchUpstream(
      source: Pick<UpstreamSource, 'kind' | 'breakerState'> | Pick<LocalSource, 'kind' | 'problems'>,
    ) {
      if (source.kind === 'upstream') watchBreaker(source.breakerState, registers)
      else watchContent(source.problems, registers)
    },
    observeUpstream(call: UpstreamCall, duration: number, outcome: number | 'error') {
      seconds.observe({ call, outcome: outcome === 'error' ? outcome : statusClass(outcome) }, duration)
    },
  }
}

function watchBreaker(state: () => BreakerState, registers: Registry[]) {
  const collect = function (this: Gauge<'call' | 'state'>) {
    for (const one of breakerStates) this.set({ call: 'upstream', state: one }, Number(one === state()))
  }
  new Gauge({
    name: 'site_upstream_breaker',
    help: 'State of the circuit breaker of the upstream: 1 for the state it is in',
    labelNames: ['call', 'state'],
    registers,
    collect,
  })
}

function watchContent(faults: () => ContentFault[], registers: Registry[]) {
  const collect = function (this: Gauge<'effect'>) {
    const current = faults()
    for (const [effect, label] of Object.entries(faultLabels))
      this.set({ effect: label }, current.filter((fault) => fault.effect === effect).length)
  }
  new Gauge({
    name: 'site_content_faults',
    help: 'Faults of content files by what follows: `kept` and `left_out` are files that are not served as they are',
    labelNames: ['effect'],
    registers,
    collect,
  })
}

/** `2xx` of 204. */
export function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`
}
