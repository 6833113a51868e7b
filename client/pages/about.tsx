// About pages: by id, by sign, or the first one.
import type { Api } from '../../shared/api/api.ts'
import { aboutBy, firstAbout, isFirstAbout } from '../../shared/api/lookups.ts'
import { firstAboutId } from '../../shared/constants.ts'
import type { About } from '../../shared/content/content.ts'
import { apiError } from '../../shared/errors.ts'
import { buildPath, href } from '../../shared/href.ts'
import { openingOf } from '../../shared/plain-text.ts'
import { trailOf } from '../../shared/trail.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { SideContact } from '../ui/beside.tsx'
import { DefinitionList } from '../ui/definition-list.tsx'
import { Links } from '../ui/links.tsx'
import { EmptyPage, PageBody, PageHeader } from '../ui/page-frame.tsx'
import { coverOf } from '../ui/picture.tsx'
import { RichText } from '../ui/rich-text.tsx'

/** `isFirst`: `/about` shows this page. `about` is null on `/about` where there is no about page. */
type Data = { about: About; isFirst: boolean; inOther: boolean | null } | { about: null }

export const page = definePage<Data>({
  async load({ api, match, inOther, optional }) {
    const { id } = match.params
    const lookUp = (api: Api) => (id ? aboutBy(api, id) : firstAbout(api))
    const item = lookUp(api)
    const isInOther = inOther(async (other) => {
      const found = await lookUp(other)
      if (!found) throw apiError('missing', 'no about page')
      return found
    }, item)
    const about = await item
    if (!about) return { about: null }
    const isFirst = !id || (await optional((api) => isFirstAbout(api, about))) === true
    return { about, isFirst, inOther: await isInOther }
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

function AboutView({ data, base, request, trail }: ViewProps<Data>) {
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
      to: href('about', isFirst ? {} : { id }, language),
      current: id === about.id && ('page' as const),
    }
  })
  return (
    <PageBody request={request} className="about-page">
      <PageHeader {...about} trail={trail} lead={about.summary} cover={coverOf(about)}>
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
