// About pages: by id, by sign, or the first one.
import type { About } from '../../shared/content/content.ts'
import type { Crumb } from '../../shared/head.ts'
import { canonicalPathOf, itemHref } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { openingOf } from '../../shared/plain-text.ts'
import type { RouteId } from '../../shared/routes.ts'
import type { LoadContext } from '../load-context.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { coverSizes, Picture } from '../ui/picture.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { SideNav } from '../ui/side-nav.tsx'

type Data = { about: About; inOther: boolean }

export const page = definePage<Data>({
  async load({ api, params, inOther }) {
    const id = params['id'] ?? ''
    const about = await loadAbout(api, id)
    return { about, inOther: await inOther((other) => loadAbout(other, id), about.languages) }
  },
  head: ({ data: { about, inOther }, t, locale, route }) => ({
    title: about.title,
    path: canonicalPathOf('about', { id: about.id }),
    description: openingOf(about.body),
    image: about.cover,
    inOther,
    status: about.status,
    trail: trailOf(about, t, locale, route),
    subject: { kind: 'about', about },
  }),
  View: AboutView,
})

function loadAbout(api: LoadContext['api'], id: string): Promise<About> {
  return /^\d+$/.test(id) ? api.about({ id }) : api.aboutInfo({ sign: id })
}

function trailOf({ title }: About, t: Translate, locale: Locale, route: RouteId): Crumb[] {
  return [{ title: t('about.siblings'), to: itemHref(route, {}, locale) }, { title }]
}

function AboutView({ data: { about }, request, route }: ViewProps<Data>) {
  const { t, locale } = useSite()
  const links = about.siblings.map(({ id, title }) => ({
    id,
    title,
    to: itemHref(route, { id }, locale),
  }))
  return (
    <PageBody request={request}>
      <PageHeader trail={trailOf(about, t, locale, route)} title={about.title} />
      {about.cover && (
        <Picture url={about.cover} alt="" sizes={coverSizes} priority className="article-cover" />
      )}
      <div className="split">
        {links.length > 1 && (
          <div className="side">
            <SideNav title={t('about.siblings')} links={links} current={about.id} className="side-links" />
          </div>
        )}
        <RichText html={about.body} />
      </div>
    </PageBody>
  )
}
