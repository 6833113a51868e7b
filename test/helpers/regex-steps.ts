// Counts the steps of a backtracking search with a regular expression, as engines do it without their shortcuts.

type Dialect = { flags: string; units: (text: string) => string[] }
/** Calls `next` with each place where the node can end; true ends the search. */
type Node = ((state: State, at: number, next: (at: number) => boolean) => boolean) & {
  /** The next place where one character fits; undefined where it does not. */
  step?: (state: State, at: number) => number | undefined
}
type State = { text: string[]; steps: number; most: number; groups: ([number, number] | undefined)[] }

export type Steps = (text: string, from?: number) => number

/** The steps of the search from `from` to its first match or its failure; at most about `most`. */
export function createSteps({ source, flags }: RegExp, most = 10_000_000): Steps {
  const units = (text: string) => (/[uv]/.test(flags) ? [...text] : text.split(''))
  const node = createParser(source, { flags: flags.replace(/[gyd]/g, ''), units }).parse()
  return (text, from = 0) => {
    const state: State = { text: units(text), steps: 0, most, groups: [] }
    const last = flags.includes('y') ? from : state.text.length
    for (let at = from; at <= last && state.steps < most; at++) {
      state.steps += 1
      if (node(state, at, () => true)) break
    }
    return Math.min(state.steps, most)
  }
}

function createParser(source: string, { flags }: Dialect) {
  let place = 0
  let groups = 0
  const names = new Map<string, number>()
  const rest = () => source.slice(place)
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = pattern.exec(rest())
    if (found?.index !== 0) return undefined
    place += found[0].length
    return found
  }

  function alternatives(isBack: boolean): Node {
    const all = [sequence(isBack)]
    while (take(/\|/)) all.push(sequence(isBack))
    return (state, at, next) => all.some((one) => one(state, at, next))
  }

  function sequence(isBack: boolean): Node {
    const parts: Node[] = []
    while (place < source.length && !/^[|)]/.test(rest())) parts.push(quantified(isBack))
    return (isBack ? parts.reverse() : parts).reduceRight<Node>(
      (after, part) => (state, at, next) => part(state, at, (end) => after(state, end, next)),
      (_state, at, next) => next(at),
    )
  }

  function quantified(isBack: boolean): Node {
    const atom = one(isBack)
    const found = take(/(?:[*+?]|\{(\d+)(,(\d*))?\})(\??)/)
    if (!found) return atom
    const [whole, least, comma, most, lazy] = found
    const [min, max] = {
      '*': [0, Number.POSITIVE_INFINITY],
      '+': [1, Number.POSITIVE_INFINITY],
      '?': [0, 1],
    }[whole[0] ?? ''] ?? [
      Number(least),
      comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : Number(least),
    ]
    return repeated(atom, min ?? 0, max ?? 0, lazy === '?')
  }

  function one(isBack: boolean): Node {
    if (take(/\(\?:/)) return closed(alternatives(isBack))
    const look = take(/\(\?(<?)([=!])/)
    if (look) return looking(closed(alternatives(look[1] === '<')), look[2] === '!')
    const group = take(/\((?:\?<(\w+)>)?/)
    if (group) return captured(group[1], isBack)
    if (take(/\^/)) return where((text, at) => at === 0 || (flags.includes('m') && text[at - 1] === '\n'))
    if (take(/\$/))
      return where((text, at) => at === text.length || (flags.includes('m') && text[at] === '\n'))
    const boundary = take(/\\([bB])/)
    if (boundary)
      return where((text, at) => (isWord(text[at - 1]) !== isWord(text[at])) === (boundary[1] === 'b'))
    const reference = take(/\\(?:([1-9]\d*)|k<(\w+)>)/)
    if (reference) return referring(() => Number(reference[1] ?? names.get(reference[2] ?? '')), isBack)
    return character(isBack)
  }

  function character(isBack: boolean): Node {
    const set = flags.includes('v') ? take(/\[(?:\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[^[\]\\])*\]/) : undefined
    const found =
      set ??
      take(
        /\[(?:\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[\s\S]|[\s\S]/u,
      )
    if (!found) throw new Error(`${source}: not understood at ${place}`)
    const test = new RegExp(`^(?:${found[0]})$`, flags.replace('m', ''))
    const known = new Map<string, boolean>()
    const fits = (unit: string) => {
      const fitting = known.get(unit) ?? test.test(unit)
      known.set(unit, fitting)
      return fitting
    }
    const step = (state: State, at: number) => {
      state.steps += 1
      if (state.steps > state.most) return undefined
      const unit = state.text[isBack ? at - 1 : at]
      return unit !== undefined && fits(unit) ? at + (isBack ? -1 : 1) : undefined
    }
    const node: Node = (state, at, next) => {
      const end = step(state, at)
      return end !== undefined && next(end)
    }
    return Object.assign(node, { step })
  }

  function closed(node: Node): Node {
    if (!take(/\)/)) throw new Error(`${source}: no end of a group at ${place}`)
    return node
  }

  function captured(name: string | undefined, isBack: boolean): Node {
    groups += 1
    const index = groups
    if (name) names.set(name, index)
    const node = closed(alternatives(isBack))
    return (state, at, next) => {
      const before = state.groups[index]
      const isFound = node(state, at, (end) => {
        state.groups[index] = isBack ? [end, at] : [at, end]
        return next(end)
      })
      if (!isFound) state.groups[index] = before
      return isFound
    }
  }

  return {
    parse() {
      const node = alternatives(false)
      if (place < source.length) throw new Error(`${source}: not understood at ${place}`)
      return node
    },
  }
}

function repeated(atom: Node, min: number, max: number, isLazy: boolean): Node {
  if (atom.step) return characters(atom.step, min, max, isLazy)
  const from =
    (count: number): Node =>
    (state, at, next) => {
      const more = () =>
        count < max &&
        atom(state, at, (end) => (end === at && count >= min ? false : from(count + 1)(state, end, next)))
      if (count < min) return more()
      return isLazy ? next(at) || more() : more() || next(at)
    }
  return from(0)
}

/** Without a call for each character: texts are long. */
function characters(step: NonNullable<Node['step']>, min: number, max: number, isLazy: boolean): Node {
  return (state, start, next) => {
    const places = [start]
    const more = () => {
      const end = places.length <= max ? step(state, places.at(-1) ?? start) : undefined
      if (end !== undefined) places.push(end)
      return end !== undefined
    }
    while (places.length <= min) if (!more()) return false
    if (isLazy) {
      do if (next(places.at(-1) ?? start)) return true
      while (more())
      return false
    }
    while (more());
    for (let count = places.length - 1; count >= min; count--) {
      state.steps += 1
      if (next(places[count] ?? start)) return true
    }
    return false
  }
}

function looking(node: Node, isNegative: boolean): Node {
  return (state, at, next) => node(state, at, () => true) !== isNegative && next(at)
}

function where(holds: (text: string[], at: number) => boolean): Node {
  return (state, at, next) => {
    state.steps += 1
    return holds(state.text, at) && next(at)
  }
}

function referring(indexOf: () => number, isBack: boolean): Node {
  return (state, at, next) => {
    const [start, end] = state.groups[indexOf()] ?? [0, 0]
    const length = end - start
    const begin = isBack ? at - length : at
    state.steps += 1 + length
    const isSame = state.text.slice(start, end).every((unit, index) => state.text[begin + index] === unit)
    return isSame && next(isBack ? begin : at + length)
  }
}

function isWord(unit: string | undefined): boolean {
  return unit !== undefined && /^\w$/.test(unit)
}
