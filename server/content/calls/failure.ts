// Error responses of the embedded content API: status and message of each kind.
import type { Problem } from '../../../shared/content/problem.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import type { Locale } from '../../../shared/locale.ts'

export const failures = {
  malformed: { status: 400, zh: '请求格式不正确', en: 'The request is malformed' },
  invalidFields: { status: 400, zh: '请检查填写的内容', en: 'Please check your entries.' },
  missing: { status: 404, zh: '内容不存在', en: 'Not found' },
  wrongMethod: { status: 405, zh: '不支持这种请求方法', en: 'Method not allowed' },
  keyReused: {
    status: 409,
    zh: '这个提交编号已用于其他内容',
    en: 'This submission key has already been used for a different message',
  },
  tooLarge: { status: 413, zh: '提交的内容太大', en: 'The submission is too large' },
  tooManySearches: {
    status: 429,
    zh: '搜索请求太多，请稍后再试。',
    en: 'Too many searches. Please try again later.',
  },
  broken: { status: 500, zh: '系统出错', en: 'Server Error' },
  notStored: {
    status: 503,
    zh: '暂时无法保存，请稍后再试。',
    en: 'The message could not be saved. Please try again later.',
  },
} as const satisfies Record<string, { status: number } & Record<Locale, string>>

export type Failure = Error & {
  name: 'Failure'
  kind: keyof typeof failures
  headers?: Record<string, string>
  errors?: (lang: Locale) => FieldErrors
}

/** A failure is thrown; api.ts turns it into the error response. */
export function failure(kind: Failure['kind'], extra: Pick<Failure, 'headers' | 'errors'> = {}): Failure {
  return Object.assign(new Error(failures[kind].en), { name: 'Failure' as const, kind, ...extra })
}

export function malformed(field: string, { zh, problem: en }: Problem): Failure {
  return failure('malformed', { errors: (lang) => ({ [field]: [{ zh, en }[lang]] }) })
}

export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && error.name === 'Failure'
}
