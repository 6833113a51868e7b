// Redirect table: parses YAML or JSON into a matcher, or throws an Error with a line for each problem.
import { parseDocument } from 'yaml'
import { digest } from '../../shared/digest.ts'
import { isRecord } from '../../shared/is-record.ts'
import { marksOf, patternsMeet, segmentsOf } from '../../shared/path-pattern.ts'
import { encodedPath, isReserved, type Matcher, type Rule } from '../../shared/redirects.ts'
import { resolve } from '../../shared/resolve.ts'
import type { Build } from '../base/build.ts'
import { fileText } from './kinds.ts'

/** `{ from: '/old/**', to: '/news' }`; without `to` the page is gone. */
type Redirect = { from: string; to: string | undefined; status: number }

const below = '/**'

/** Undefined without a file: the redirects of the build. */
export function readRedirectFile(file: string): Matcher | undefined {
  if (file === '') return undefined
  const text = fileText(file)
  if (text === undefined) throw new Error('is not a readable file')
  return readRedirectTable(text)
}

export function readRedirectTable(text: string): Matcher {
  const document = parseDocument(text)
  throwProblems(document.errors.map(({ message }) => message.split('\n')[0] ?? ''))
  const value: unknown = document.toJS() ?? {}
  if (!isRecord(value)) throw new Error('is no table of paths, like {"/old": "/new"}')
  const redirects = Object.entries(value).map(([from, rule]) => readRedirect(from, rule))
  throwProblems(problemsOf(redirects))
  return matcherOf(redirects)
}

function throwProblems(problems: string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function readRedirect(from: string, rule: unknown): Redirect {
  if (typeof rule === 'string') return { from: encodedPath(from), to: rule, status: 308 }
  const { to, status = 308 } = (rule ?? {}) as { to?: unknown; status?: unknown }
  return {
    from: encodedPath(from),
    to: typeof to === 'string' ? to : undefined,
    status: typeof status === 'number' ? status : Number.NaN,
  }
}

function matcherOf(redirects: Redirect[]): Matcher {
  const matcher: Matcher = { static: {}, wildcard: {}, dynamic: {} }
  // The longest prefix matches first.
  for (const { from, to, status } of redirects.toSorted((a, b) => b.from.length - a.from.length)) {
    const rule: Rule = {
      ...(to !== undefined && { redirect: encodedPath(to) }),
      ...(status !== 308 && { status: status as 301 | 302 | 410 }),
    }
    if (from.endsWith(below)) matcher.wildcard[from.slice(0, -below.length)] = rule
    else if (from.includes('{')) matcher.dynamic[from] = rule
    else matcher.static[from] = rule
  }
  return matcher
}

const statuses = [301, 302, 308, 410]
const variable = /^\{\w+\}$/

function problemsOf(redirects: Redirect[]): string[] {
  return redirects.flatMap((redirect) => {
    const problem = shapeProblem(redirect) ?? targetProblem(redirect, redirects)
    return problem ? [`${redirect.from} ${problem}`] : []
  })
}

function shapeProblem({ from, to, status }: Redirect): string | undefined {
  if (!isPath(from) || /[?#]/.test(from)) return 'is no path of this site'
  if (isReserved(from)) return 'is an address that cannot be moved'
  if (!isPattern(from)) return 'may have {name} for a whole segment, and ** as the last one'
  if (!statuses.includes(status)) return `has a status that is none of ${statuses.join(', ')}`
  if (status === 410) return to === undefined ? undefined : 'is gone (410) and cannot lead anywhere'
  if (to === undefined) return 'has no target: give `to`, or `status: 410`'
  if (!isPath(to) && !/^https?:\/\/[^\s/\\?#{}*@]+(?:[/?#]\S*)?$/.test(to))
    return `leads to ${to}, which is neither a path of this site nor an http(s) URL`
  const unknown = marksOf(to).find((mark) => !marksOf(from).includes(mark))
  return unknown && `leads to ${to}, but has no ${unknown} itself`
}

/** A redirect must not lead to another redirect: chains are slow, and loops fail. */
function targetProblem({ from, to }: Redirect, redirects: Redirect[]): string | undefined {
  if (to === undefined || !isPath(to)) return undefined
  const path = to.split(/[?#]/)[0] ?? ''
  const target = withoutSlash(path)
  if (patternsMeet(target, withoutSlash(from))) return `leads to ${to}, which leads back to itself`
  const next = redirects.find(
    (other) => other.to !== undefined && patternsMeet(target, withoutSlash(other.from)),
  )
  if (next) return `leads to ${to}, which ${next.from} redirects to ${next.to}: redirect to the final target`
  const spelled = marksOf(to).length === 0 ? resolve(path) : undefined
  return spelled?.kind === 'redirect' ? `leads to ${to}, which is spelled ${spelled.to}` : undefined
}

/** A trailing slash does not change the path. */
function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function isPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path)
}

function isPattern(path: string): boolean {
  const segments = segmentsOf(withoutSlash(path))
  return segments.every((segment, index) =>
    segment === '**'
      ? index > 0 && index === segments.length - 1
      : variable.test(segment) || !/[{}*]/.test(segment),
  )
}

/** Browsers store a manifest for ever: another redirect table changes the build id, so open tabs see a new build. */
export function buildWith(build: Build, redirects: Matcher | undefined): Build {
  if (!redirects) return build
  return { ...build, id: `${build.id}-${digest(JSON.stringify(redirects))}`, redirects }
}
