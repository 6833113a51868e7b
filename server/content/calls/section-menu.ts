// The menu of a site whose owner has not written one: its sections that have content.
import type { MenuNode } from '../../../shared/content/site.ts'
import { href } from '../../../shared/href.ts'
import type { SiteSections } from '../../../shared/sections.ts'

const otherPages = {
  download: { zh: '下载', en: 'Downloads' },
  about: { zh: '关于', en: 'About' },
  contact: { zh: '联系', en: 'Contact' },
} as const
type OtherPage = keyof typeof otherPages

export function sectionMenu(sections: SiteSections, kinds: readonly string[]): MenuNode[] {
  const entries = [
    ...sections.lists.map(({ slug, title }) => ({
      kind: slug,
      title,
      path: href('section-list', { section: slug }, 'zh'),
    })),
    ...(Object.keys(otherPages) as OtherPage[]).map((kind) => ({
      kind,
      title: otherPages[kind],
      path: href(kind, {}, 'zh'),
    })),
  ]
  return entries
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ title, path }, index) => ({
      id: index + 1,
      title: { ...title },
      path,
      external: undefined,
      text: undefined,
      image: undefined,
      children: [],
    }))
}
