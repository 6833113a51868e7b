// What this server's renderer writes is what React writes; what it does not know, it leaves to React.
import {
  Component,
  createContext,
  Fragment,
  createElement as h,
  memo,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { renderPart } from '../../../server/markup/render-markup.ts'
import { createRandom } from '../../helpers/random.ts'

/** Content whose warnings of React's are no matter here. */
function quiet<T>(work: () => T): T {
  const { error } = console
  console.error = () => {}
  try {
    return work()
  } finally {
    console.error = error
  }
}

const react = (node: ReactNode) => quiet(() => renderToString(node))

const words = ['', 'a', '水', '"<b>&\'', ' ', '\n', 'javascript', 0, -1.5, 7, true, false, null, undefined]
const names = `
  alt autoComplete autoFocus checked className cols content data-some-thing defaultChecked defaultValue dir disabled
  download draggable enterKeyHint fetchPriority hidden href htmlFor id inputMode lang loading maxLength multiple name
  onClick open placeholder readOnly ref required role rows sizes spellCheck src srcSet strokeWidth
  suppressHydrationWarning tabIndex title type value viewBox width aria-hidden aria-label colSpan dateTime
`.match(/\S+/g) as string[]
const tags = `
  a abbr article aside b blockquote button code dd details div dl dt em figcaption figure footer form h1 h2 header i
  input label legend li main nav ol option p path picture progress s section select small source span strong sub
  summary svg table tbody td textarea th thead time tr ul video img br hr
`.match(/\S+/g) as string[]
const voids = ['input', 'source', 'img', 'br', 'hr', 'textarea']

t.test('random trees are the same, or left to React', async (t) => {
  const random = createRandom(5)
  const pick = <T>(from: readonly T[]): T => from[random.below(from.length)] as T
  const propsOf = () => {
    const props: Record<string, unknown> = {}
    for (let count = random.below(4); count > 0; count--) {
      const name = pick(names)
      props[name] = name === 'onClick' || name === 'ref' ? () => {} : pick(words)
    }
    return props
  }
  const treeOf = (depth: number): ReactNode => {
    const kind = random.below(10)
    if (depth === 0 || kind < 3) return pick(words)
    if (kind === 3) return Array.from({ length: random.below(4) }, () => treeOf(depth - 1))
    if (kind === 4) return h(Titled, null, treeOf(depth - 1))
    if (kind === 5) return h(Suspense, { fallback: null }, treeOf(depth - 1), treeOf(depth - 1))
    const tag = pick(tags)
    if (voids.includes(tag)) return h(tag, propsOf())
    if (kind === 6) return h(tag, { ...propsOf(), dangerouslySetInnerHTML: { __html: '<i>水</i>' } })
    return h(tag, propsOf(), ...Array.from({ length: random.below(4) }, () => treeOf(depth - 1)))
  }
  let written = 0
  for (let round = 0; round < 6000; round++) {
    const tree = h('main', null, treeOf(5))
    const own = renderPart(tree)
    if (own === undefined) continue
    written++
    if (own !== react(tree)) t.equal(own, react(tree), `round ${round}`)
  }
  t.ok(written > 2000, `${written} of 6000 written`)
})

function Titled({ children }: { children?: ReactNode }) {
  const id = useId()
  const other = useId()
  return [h('b', { id, key: 1 }, id), children, h('i', { id: other, key: 2 })]
}

const Context = createContext('outside')

class Kind extends Component<{ name: string; children?: ReactNode }> {
  override state = { name: 'from state', given: '' }
  static getDerivedStateFromProps({ name }: { name: string }) {
    return { given: name }
  }
  override render() {
    return h('p', null, this.state.name, this.state.given, this.props.children)
  }
}

function Hooked() {
  const [count, setCount] = useState(() => 3)
  const [sum] = useReducer(
    (before: number) => before,
    4,
    (first) => first + 1,
  )
  const element = useRef<HTMLElement>(null)
  const made = useMemo(() => `${count}-${sum}`, [count, sum])
  const click = useCallback(() => setCount(1), [])
  const store = useSyncExternalStore(
    () => () => {},
    () => 'browser',
    () => 'server',
  )
  useEffect(() => {
    throw new Error('not on a server')
  })
  return h('p', { ref: element, onClick: click }, made, store, useContext(Context), use(Context))
}

t.test('components, contexts and hooks', async (t) => {
  const nested = h(
    Context,
    { value: 'outer' },
    h(Hooked),
    h(Context, { value: 'inner' }, h(Hooked)),
    h(Kind, { name: 'props' }, h(Hooked)),
  )
  const nodes = { alone: h(Hooked), nested, beside: h('p', null, nested, 'text', 5, h(Hooked)) }
  for (const [name, node] of Object.entries(nodes)) t.equal(renderPart(node), react(node), name)
})

t.test('a promise that is kept is there at once, any other is left to React', async (t) => {
  const Reader = ({ of }: { of: Promise<string> }) => h('p', null, use(of))
  const kept = Object.assign(Promise.resolve('here'), { status: 'fulfilled', value: 'here' })
  const boundary = (of: Promise<string>) => h(Suspense, { fallback: 'wait' }, h(Reader, { of }))
  t.equal(renderPart(boundary(kept)), react(boundary(kept)))
  t.equal(renderPart(boundary(new Promise(() => {}))), undefined)
})

t.test('ids tell where a component stands, however deep and wide', async (t) => {
  const wide = (depth: number): ReactNode =>
    depth === 0
      ? h(Titled)
      : h(
          'div',
          null,
          Array.from({ length: 40 }, (_, index) =>
            index % 13 === 5 ? h('i', { key: index }, wide(depth - 1)) : null,
          ),
        )
  t.equal(renderPart(h('main', null, wide(4))), react(h('main', null, wide(4))))
})

t.test('forms', async (t) => {
  const select = (props: object) =>
    h(
      'select',
      props,
      h('option', { value: 'a' }, 'A'),
      h('option', null, 'b'),
      h('option', { value: 3 }, 'C'),
    )
  const nodes = [
    ...[{}, { defaultValue: 'a' }, { value: 'b', onChange() {} }, { defaultValue: 3 }].map(select),
    h('textarea', { name: 'x', defaultValue: '\n<a>' }),
    h('input', { type: 'checkbox', defaultChecked: true, name: 'c', value: 'v', onChange() {} }),
    h(
      'form',
      { method: 'post', className: 'f', action: '/contact', noValidate: true },
      h('button', { name: 'b', type: 'submit' }, 'x'),
    ),
  ]
  for (const node of nodes) t.equal(renderPart(node), react(node))
})

t.test('what belongs into a head, in a part of a page', async (t) => {
  const charset = h('meta', { charSet: 'utf-8' })
  const viewport = h('meta', { name: 'viewport', content: 'width=device-width' })
  const title = h('title', null, 'no head <here>')
  const links = ['icon', 'stylesheet', 'modulepreload'].map((rel) => h('link', { key: rel, rel, href: '/x' }))
  const code = h('script', { dangerouslySetInnerHTML: { __html: 'run()' } })
  const nodes = {
    title,
    viewport,
    'all of it': h(
      Fragment,
      null,
      charset,
      viewport,
      code,
      title,
      links,
      h('meta', { name: 'a', content: 'b' }),
    ),
    'behind other things': h(
      'div',
      null,
      h('p', null, h('b', null, 'first'), viewport),
      code,
      h('p', null, title),
      links,
    ),
  }
  for (const [name, node] of Object.entries(nodes)) t.equal(renderPart(node), react(node), name)
})

t.test('left to React', async (t) => {
  const nodes = {
    'an address that is code': h('a', { href: 'java\nscript:alert(1)' }),
    'a style': h('p', { style: { color: 'red' } }),
    'a property nobody knows': h('p', { someProperty: 'x' }),
    'a stylesheet': h('style', null, 'p{}'),
    'an element of its own kind': h('some-element', { title: 'x' }),
    'an action that is a function': h('form', { action: () => {} }),
    'a line break that a parser drops': h('pre', null, '\nx'),
    'an early picture without a head': h('img', { src: '/early.png' }),
    'a script from a file': h('script', { src: '/x.js', async: true }),
    'a component that is remembered': h(memo(() => h('p'))),
    'a component that fails': h(() => {
      throw new Error('broken')
    }),
  }
  for (const [name, node] of Object.entries(nodes)) t.equal(renderPart(node), undefined, name)
  t.equal(renderPart(h('p', null, 'afterwards')), '<p>afterwards</p>')
})
