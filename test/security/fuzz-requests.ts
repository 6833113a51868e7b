// Requests as chance makes them: known addresses, fields and bodies, bent in every way that has ever meant something to somebody.
import { poisons } from '../helpers/poison.ts'
import type { Random } from '../helpers/random.ts'
import { bodies, fields, types } from './fuzz-fields.ts'
import { bends, methods, parameters, paths, values } from './fuzz-words.ts'

/** The bytes of one request, as Latin-1. */
export function requestOf(random: Random, build: string): string {
  const { below, pick } = random
  const often = (percent: number) => below(100) < percent
  const target = targetOf(random, build)
  const method = pick(methods)
  const lines = [
    often(97) ? 'Host: site.example' : `Host: ${pick(fields['Host'] ?? [])}`,
    'Connection: close',
  ]
  for (let count = below(4); count > 0; count--) {
    const name = pick(Object.keys(fields))
    lines.push(`${name}: ${pick(fields[name] ?? [])}`)
  }
  for (let count = below(3); count > 0; count--) {
    const [name, value] = pick(Object.entries(poisons))
    lines.push(`${name}: ${value}`)
  }
  if (often(3)) lines.push(...Array.from({ length: below(200) }, (_, index) => `X-${index}: ${pick(values)}`))
  const hasBody = !['GET', 'HEAD'].includes(method) || often(4)
  const body = hasBody ? Buffer.from(pick(bodies), 'latin1').toString('latin1') : ''
  if (hasBody && often(90)) lines.push(`Content-Type: ${pick(types)}`)
  const isInPieces = hasBody && often(15)
  if (isInPieces)
    lines.push(`Transfer-Encoding: ${pick(['chunked', 'chunked', 'Chunked', 'gzip, chunked', 'x'])}`)
  if (hasBody && (!isInPieces || often(10)))
    lines.push(`Content-Length: ${often(92) ? body.length : below(100)}`)
  const sent = isInPieces ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
  const version = often(96) ? 'HTTP/1.1' : pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', ''])
  const text = `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${sent}`
  return often(3) ? bent(text, random, '\r\n\0 \xff:') : text
}

function targetOf(random: Random, build: string): string {
  const { below, pick } = random
  let target = below(50) === 0 ? pick(['*', 'http://evil.example/', 'site.example:80', '', 'x']) : pick(paths)
  for (let count = below(3) * below(2); count > 0; count--) {
    const at = below(target.length + 1)
    target = target.slice(0, at) + pick(bends) + target.slice(at)
  }
  if (below(12) === 0)
    target = target.replace(/[a-z]/g, (c) => (below(3) === 0 ? `%${c.charCodeAt(0).toString(16)}` : c))
  if (target.endsWith('_payload.json')) target += `?${build}`
  const pairs = Array.from({ length: below(3) * below(3) }, () => `${pick(parameters)}=${pick(values)}`)
  if (below(60) === 0) pairs.push(...Array.from({ length: below(300) }, () => 'a=b'))
  const query = pairs.join('&').replaceAll(' ', below(20) === 0 ? ' ' : '+')
  return pairs.length > 0 ? `${target}${target.includes('?') ? '&' : '?'}${query}` : target
}

function bent(text: string, { below, pick }: Random, characters: string): string {
  const at = below(text.length)
  return text.slice(0, at) + pick([...characters]) + text.slice(at + below(2))
}
