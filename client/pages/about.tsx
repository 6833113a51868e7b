// About pages: by id, by sign, or the first one.
import { aboutBy, firstAbout, isFirstAbout } from '../../shared/api/lookups.ts'
import { firstAboutId } from '../../shared/constants.ts'
import type { About } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { buildPath, itemHref } from '../../shared/href.ts'
import { openingOf } from '../../shared/plain-text.ts'
import { trailOf } from '../../shared/trail.ts'
import type { LoadContext } from '../load-context.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { SideContact } from '../ui/beside.tsx'
import { DefinitionList } from '../ui/definition-list.tsx'
import { Links } from '../ui/links.tsx'
import { EmptyPage, PageBody, PageHeader } from '../ui/page-frame.tsx'
import { RichText } from '../ui/rich-text.tsx'

/** `isFirst`: `/about` shows this page. `about` is null on `/about` where there is no about page. */
type Data = { about: About; isFirst: boolean; inOther: boolean | null } | { about: null }

export const page = definePage<Data>({
  load(context) {
    const { id } = context.match.params
    return id ? loadItem(context, id) : loadFirst(context)
  },
  head: ({ data, t, language, match }) => {
    const { about } = data
    if (!about) return { title: t('about.siblings'), noindex: true, trail: [{ title: t('about.siblings') }] }
    return {
      title: about.title,
      path: buildPath('about', data.isFirst ? {} : { id: about.id }),
      description: about.summary || openingOf(about.body),
      image: about.cover,
      inOther: data.inOther,
      status: about.status,
      seo: about.seo,
      trail: trailOf(match, t, language, { title: about.title }),
      subject: { kind: 'about', about },
    }
  },
  View: AboutView,
})

async function loadItem({ api, inOther, optional }: LoadContext, id: string): Promise<Data> {
  const item = aboutBy(api, id)
  const isInOther = inOther((other) => aboutBy(other, id), item)
  const about = await item
  const isFirst = await optional((api) => isFirstAbout(api, about))
  return { about, isFirst: isFirst === true, inOther: await isInOther }
}

async function loadFirst({ api, inOther }: LoadContext): Promise<Data> {
  const item = firstAbout(api)
  const isInOther = inOther(existingFirst, item)
  const about = await item
  return about ? { about, isFirst: true, inOther: await isInOther } : { about: null }
}

async function existingFirst(api: LoadContext['api']): Promise<About> {
  const about = await firstAbout(api)
  if (!about) throw apiError('missing', 'no about page')
  return about
}

function AboutView({ data, base, request, match }: ViewProps<Data>) {
  const { t, language } = useSite()
  const { about } = data
  if (!about)
    return (
      <EmptyPage request={request} title={t('about.siblings')}>
        {t('about.empty')}
      </EmptyPage>
    )
  const links = about.siblings.map(({ id, title }, index) => {
    const isFirst = index === 0 && (id === firstAboutId || (data.isFirst && id === about.id))
    return {
      key: id,
      title,
      to: itemHref(match.id, isFirst ? {} : { id }, language),
      current: id === about.id && ('page' as const),
    }
  })
  return (
    <PageBody request={request} className="about-page">
      <PageHeader
        {...about}
        trail={trailOf(match, t, language, { title: about.title })}
        lead={about.summary}
        cover={{ url: about.cover, focus: about.cover_focus, alt: '' }}
      >
        <DefinitionList className="key-figures" items={about.facts} />
      </PageHeader>
      <div className="split reading">
        {links.length > 1 && (
          <div className="side">
            <nav aria-label={t('about.siblings')}>
              <Links className="side-links" links={links} />
            </nav>
          </div>
        )}
        <RichText html={about.body} />
        <div className="beside">
          <SideContact config={base.config} />
        </div>
      </div>
    </PageBody>
  )
}
