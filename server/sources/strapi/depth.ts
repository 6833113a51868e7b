// Components in components: Strapi sends one level more than a request names, so that the deeper ones are requested by what a
// response shows.
import type { Query } from '../../../shared/href.ts'
import { isObject, type Json } from '../systems/values.ts'

/** What is in an attribute: everything one level deep, or these of its attributes. */
type Inside = '*' | { populate: Record<string, 'true' | Inside> } | { on: Record<string, Inside> }

/** Characters of the parameters; servers reject longer addresses. */
const longestQuery = 6000

/**
 * `query` with the parameters for one level more of each component of `entries` that was requested with all that is in it. Undefined
 * where no component has another one in it, or too many have.
 */
export function deeperQuery(query: Query, entries: Json[]): Query | 'too long' | undefined {
  const whole = Object.entries(query).flatMap(([key, value]) => {
    const [, name] = /^populate\[([^\]]+)\]\[populate\]$/.exec(key) ?? []
    return name !== undefined && value === '*' ? [{ key, name }] : []
  })
  const changed = whole.flatMap(({ key, name }) => {
    const inside = insideOf(componentsIn(entries.flatMap((entry) => entry[name])))
    return inside === '*' ? [] : [{ key, parameters: parametersOf(`populate[${name}]`, inside) }]
  })
  if (changed.length === 0) return undefined
  const replaced = new Set(changed.map(({ key }) => key))
  const rest = Object.entries(query).filter(([key]) => !replaced.has(key))
  const deeper = changed.flatMap(({ parameters }) => parameters)
  const length = deeper.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return length > longestQuery ? 'too long' : Object.fromEntries([...rest, ...deeper])
}

/** The elements of a dynamic zone are grouped by their types, which have different attributes. */
function insideOf(components: Json[]): Inside {
  const isZone = components.some((one) => typeof one['__component'] === 'string')
  if (!isZone) return attributesOf(components)
  const types = Map.groupBy(components, (one) => String(one['__component']))
  const inside = [...types].map(([type, elements]) => [type, attributesOf(elements)] as const)
  return inside.every(([, one]) => one === '*') ? '*' : { on: Object.fromEntries(inside) }
}

/** `*` until a component has another one in it: then all attributes are named. */
function attributesOf(components: Json[]): Inside {
  const names = [...new Set(components.flatMap(Object.keys))]
  const parts = names.flatMap((name): [string, 'true' | Inside][] => {
    const values = components.flatMap((one) => one[name]).filter(isObject)
    if (values.every(({ id }) => id === undefined)) return []
    const inner = componentsIn(values)
    return [[name, inner.length > 0 ? insideOf(inner) : 'true']]
  })
  const hasComponents = parts.some(([, inside]) => inside !== 'true')
  return hasComponents ? { populate: Object.fromEntries(parts) } : '*'
}

/** Files and entries have a `documentId`. */
function componentsIn(value: unknown): Json[] {
  return [value].flat().filter((one): one is Json => {
    return isObject(one) && one['id'] !== undefined && one['documentId'] === undefined && !('mime' in one)
  })
}

function parametersOf(path: string, inside: 'true' | Inside): [string, string][] {
  if (inside === 'true') return [[path, 'true']]
  if (inside === '*') return [[`${path}[populate]`, '*']]
  const [key, members] = 'on' in inside ? ['on', inside.on] : ['populate', inside.populate]
  return Object.entries(members).flatMap(([name, inner]) => parametersOf(`${path}[${key}][${name}]`, inner))
}
