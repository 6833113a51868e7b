// Approvals check: the label `home_approvals` names a category of downloads that has a file with an approval.
import { say } from '../../shared/content/problem.ts'
import { listOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { resolve } from '../../shared/resolve.ts'
import type { AddressSettings } from '../../shared/site-settings.ts'
import { approvalsField } from '../sources/markdown/checked-fields.ts'
import type { Report } from '../sources/markdown/problem.ts'
import { approvalsLabel, type SiteFiles, siteFileOf } from '../sources/markdown/site-files.ts'
import type { Served } from './entry.ts'
import type { StoredFile } from './stored-files.ts'

/** `row`: of the file of labels. Without the label the home page has no approvals, and nothing is reported. */
export function reportApprovals(
  row: StoredFile | undefined,
  { downloads }: Served,
  siteSettings: AddressSettings,
  report: Report,
): void {
  if (!row || row.isKept) return
  // The reader of the labels has parsed them.
  const labels = row.content as SiteFiles['labels'] | undefined
  for (const lang of listOf(siteSettings.languages)) {
    const path = labels?.[approvalsLabel]?.[lang]
    if (!path || hasApproval(path, lang)) continue
    const field = approvalsField(lang)
    const problem = say('{path} is not a category of downloads that has a file with an approval', { path })
    report({
      file: siteFileOf('labels'),
      line: row.lines[field] ?? 1,
      ...say('{field}: {problem}', { field, problem }),
      effect: 'remark',
    })
  }

  /** The settings of the server decide which category has the path without an id: any may. */
  function hasApproval(path: string, lang: Locale): boolean {
    const target = resolve(path, siteSettings)
    if (target.kind !== 'page' || target.page !== 'download') return false
    const { id } = target.params
    return downloads.some(
      ({ lang: own, front }) =>
        own === lang &&
        front.draft !== true &&
        (id === undefined || String(front.id) === id) &&
        front.items.some(({ approval }) => approval !== undefined),
    )
  }
}
