// Content warnings of /readyz: files that are not served as they are. Only files of the whole site are named: the name of an article
// may be a secret until it is public.
import type { ContentFault } from '../base/origin.ts'

const shown = {
  kept: 'its last valid text is served',
  'left out': 'it is not served',
} as const satisfies Partial<Record<ContentFault['effect'], string>>

export function contentWarnings(faults: ContentFault[]): string[] {
  return (['kept', 'left out'] as const).flatMap((effect) => {
    // The first fault of each file.
    const files = new Map(
      faults
        .filter((fault) => fault.effect === effect)
        .map((fault) => [fault.file, fault] as const)
        .reverse(),
    )
    const latestFirst = [...files.values()].reverse()
    const named = latestFirst.filter(({ file }) => isOfSite(file))
    const others = latestFirst.length - named.length
    return [
      ...named.map(
        ({ file, line, problem }) => `content file ${file}, line ${line}: ${shown[effect]} (${problem})`,
      ),
      ...(others > 0 ? [`content files ${effect}: ${others} more, see the log or check-content`] : []),
    ]
  })
}

function isOfSite(file: string): boolean {
  return !file.includes('/')
}
