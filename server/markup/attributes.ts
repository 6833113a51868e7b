// Properties of an element as attributes in HTML; as React writes them.
import { escapeText } from './escape.ts'
import { unsupported } from './unsupported.ts'

/** The attribute with a space before it; '' where the value stands for none. */
type Rule = (value: unknown) => string

/** Code in place of an address, which React does not let through. */
const scriptAddress =
  /^[\0- ]*j[\r\n\t]*a[\r\n\t]*v[\r\n\t]*a[\r\n\t]*s[\r\n\t]*c[\r\n\t]*r[\r\n\t]*i[\r\n\t]*p[\r\n\t]*t[\r\n\t]*:/i

const nothing: Rule = () => ''

function text(name: string): Rule {
  const start = ` ${name}="`
  return (value) => {
    if (typeof value === 'string') return `${start + escapeText(value)}"`
    if (typeof value === 'number') return `${start + value}"`
    if (typeof value === 'boolean' || typeof value === 'function') return ''
    throw unsupported(`${typeof value} as ${name}`)
  }
}

/** True and false are texts of their own. */
function word(name: string): Rule {
  const asText = text(name)
  return (value) => asText(typeof value === 'boolean' ? String(value) : value)
}

function flag(name: string): Rule {
  const set = ` ${name}=""`
  return (value) => (value && typeof value !== 'function' ? set : '')
}

function flagOrText(name: string): Rule {
  const asText = text(name)
  return (value) => (value === true ? ` ${name}=""` : asText(value))
}

function positive(name: string): Rule {
  const asText = text(name)
  return (value) => {
    if (typeof value !== 'number') throw unsupported(`${name} that is no number`)
    return value >= 1 ? asText(value) : ''
  }
}

function address(name: string): Rule {
  const asText = text(name)
  return (value) => {
    if (value === '' || scriptAddress.test(String(value))) throw unsupported(`${name}="${value}"`)
    return asText(value)
  }
}

/** Attributes whose names are not the properties' own, as React has them. */
const renamed = {
  className: 'class',
  htmlFor: 'for',
  httpEquiv: 'http-equiv',
  acceptCharset: 'accept-charset',
  crossOrigin: 'crossorigin',
  tabIndex: 'tabindex',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
  strokeDasharray: 'stroke-dasharray',
  fillRule: 'fill-rule',
  clipRule: 'clip-rule',
  textAnchor: 'text-anchor',
  dominantBaseline: 'dominant-baseline',
}
const same = `
  alt as autoComplete charSet cite content cx cy d datetime dateTime dir enctype enterKeyHint fetchPriority fill
  form headers height href hrefLang id imageSizes imageSrcSet inputMode integrity is itemProp lang list loading max
  maxLength media method min minLength name nonce pattern placeholder points popover popoverTarget
  popoverTargetAction preserveAspectRatio property r referrerPolicy rel role rx ry sandbox scope sizes slot
  srcDoc srcLang srcSet step stroke summary target title transform type viewBox width x x1 x2 xmlns y y1 y2
  decoding colSpan encType translate label blocking
`
const flags = `
  allowFullScreen async autoPlay controls default defer disabled formNoValidate hidden inert loop noModule
  noValidate open playsInline readOnly required reversed itemScope
`
const lowerFlags = ['autoFocus', 'multiple', 'muted']
const words = ['contentEditable', 'spellCheck', 'draggable', 'value', 'focusable']
const addresses = ['href', 'src', 'action', 'formAction']
const positives = ['cols', 'rows', 'size', 'span']
const unsent = ['ref', 'suppressHydrationWarning', 'suppressContentEditableWarning']

function all(names: string, rule: (name: string) => Rule): [string, Rule][] {
  return names.split(/\s+/).flatMap((name) => (name === '' ? [] : [[name, rule(name)]]))
}

const rules = new Map<string, Rule>([
  ...all(same, text),
  ...Object.entries(renamed).map(([name, attribute]) => [name, text(attribute)] as const),
  ...all(flags, flag),
  ...lowerFlags.map((name) => [name, flag(name.toLowerCase())] as const),
  ...words.map((name) => [name, word(name)] as const),
  ...addresses.map((name) => [name, address(name)] as const),
  ...positives.map((name) => [name, positive(name)] as const),
  ...unsent.map((name) => [name, nothing] as const),
  ['download', flagOrText('download')],
])

/** Of data- and aria- attributes, which are the components' own. */
const mostOwn = 500

/** The attribute with a space before it; '' where there is none. Throws Unsupported. */
export function attribute(name: string, value: unknown): string {
  const rule = rules.get(name) ?? ownRule(name, value)
  return rule(value)
}

function ownRule(name: string, value: unknown): Rule {
  // React knows no handler by another name.
  if (name.startsWith('on') && typeof value === 'function') return nothing
  if (!/^(?:data|aria)-[a-z\d-]+$/.test(name)) throw unsupported(`the property ${name}`)
  const rule = word(name)
  if (rules.size < mostOwn) rules.set(name, rule)
  return rule
}
