// An origin over a content system: the contract of /api/home/* from an adapter, files from the system, forms stored here.
import { type CallMatch, type CallName, callAt, callOf } from '../../../shared/api/calls.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { BreakerState, Origin, OriginRequest, OriginResponse, Send } from '../../base/origin.ts'
import { parseTarget, type Target } from '../../base/target.ts'
import { allow, languageOf, safeMethods } from '../../calls/api.ts'
import { failure, isFailure } from '../../calls/failure.ts'
import type { FormInput } from '../../calls/form-call.ts'
import { dataResponse, failureResponse, readJsonBody } from '../../calls/json-response.ts'
import type { Log } from '../../sources/markdown/problem.ts'
import { isOriginError } from '../origin-error.ts'
import type { AdaptedCalls } from './adapter.ts'
import type { Addresses } from './addresses.ts'
import { isAdapted, readInput } from './inputs.ts'
import { mediaFromSystem } from './media.ts'
import type { StartCall } from './system.ts'

type Options = {
  calls: AdaptedCalls
  addresses: Addresses
  startCall: StartCall
  /** The connections to the system; one for each language, or the same for both. */
  upstreams: Record<Locale, Origin>
  changesOf: NonNullable<Origin['changesOf']>
  forget: () => void
  checkAccess: NonNullable<Origin['checkAccess']>
  form: (input: FormInput) => unknown
  log: Log
  close: () => Promise<void>
}

type ReadingCall = keyof AdaptedCalls

export function createAdaptedOrigin(options: Options): Origin {
  const { calls, addresses, startCall, upstreams, form, log } = options
  const sendMedia = mediaFromSystem({ addresses, sendTo: sendOf(upstreams) })

  async function respond(request: OriginRequest): Promise<OriginResponse> {
    const target = parseTarget(request.path)
    if (!target) throw failure('malformed')
    if (target.segments[0] === 'media') {
      allow(request, safeMethods)
      return sendMedia(request, target)
    }
    const match = callAt(target.segments)
    if (!match) throw failure('missing')
    const { method } = callOf(match.name)
    allow(request, method === 'GET' ? safeMethods : ['POST'])
    const body = method === 'GET' ? {} : await readJsonBody(request.body)
    const { lang, headers } = languageOf(request, languageParameter(match.name, target, body))
    const data =
      match.name === 'form'
        ? await form({ param: match.params['name'] ?? '', body, lang, headers: request.headers })
        : isAdapted(match.name)
          ? await read(match.name, request, match, target, body, lang)
          : undefined
    if (data === undefined) throw failure('missing')
    return dataResponse(request, data, headers)
  }

  async function read(
    name: ReadingCall,
    request: OriginRequest,
    { params }: CallMatch,
    { query }: Target,
    body: Record<string, unknown>,
    locale: Locale,
  ): Promise<unknown> {
    const input = readInput(name, { param: Object.values(params)[0] ?? '', query, body })
    if (input === undefined) return undefined
    // The input is that of this call.
    const call = calls[name] as (input: unknown, system: ReturnType<StartCall>) => Promise<unknown>
    return addresses.withoutBases(await call(input, startCall(name, request, locale)))
  }

  return {
    async send(request) {
      const response = await respond(request).catch((error) => failed(request, error, log))
      const { status, headers, body } = response
      return {
        status,
        headers: request.preview ? { ...headers, 'cache-control': 'private, no-store' } : headers,
        body: request.method === 'HEAD' ? Buffer.alloc(0) : body,
      }
    },
    close: async () => {
      for (const upstream of new Set(Object.values(upstreams))) await upstream.close()
      await options.close()
    },
    breakerStates: () => breakerStates(upstreams),
    changesOf: options.changesOf,
    forget: options.forget,
    checkAccess: options.checkAccess,
  }
}

/** A failure of the system is passed on, so that the cache may use a stored response. */
function failed(request: OriginRequest, error: unknown, log: Log): OriginResponse {
  if (isOriginError(error)) throw error
  const { lang, headers } = languageOf(request, undefined)
  if (isFailure(error)) return failureResponse(error, lang, headers)
  const { method, path } = request
  log.error({ err: error, method, path: path.split('?')[0] }, 'content call failed')
  return failureResponse(failure('broken'), lang, headers)
}

function languageParameter(name: CallName, { query }: Target, body: Record<string, unknown>): unknown {
  if (name === 'form') return undefined
  return callOf(name).method === 'GET' ? query.get('lang') : body['lang']
}

function sendOf(upstreams: Record<Locale, Origin>): Record<Locale, Send> {
  return { zh: upstreams.zh.send, en: upstreams.en.send }
}

const severity: BreakerState[] = ['closed', 'half-open', 'open']

/** Of two systems, the worse state. */
function breakerStates({ zh, en }: Record<Locale, Origin>) {
  const others = new Map(
    (en === zh ? [] : (en.breakerStates?.() ?? [])).map(({ name, state }) => [name, state]),
  )
  return (zh.breakerStates?.() ?? []).map(({ name, state }) => {
    const other = others.get(name) ?? state
    return { name, state: severity.indexOf(other) > severity.indexOf(state) ? other : state }
  })
}
