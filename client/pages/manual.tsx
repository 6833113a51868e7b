// Manual page with its chapters.
import type { Api } from '../../shared/api/api.ts'
import type { Manual } from '../../shared/content/content.ts'
import { found } from '../../shared/errors.ts'
import { articleHref } from '../../shared/href.ts'
import { openingOf } from '../../shared/plain-text.ts'
import { trailOf } from '../../shared/trail.ts'
import { type ItemInOther, itemInOther } from '../files-in-other.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { SideContact } from '../ui/beside.tsx'
import { ManualVersion } from '../ui/date.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { SideFiles } from '../ui/side-files.tsx'
import { Toc } from '../ui/toc.tsx'

/** `categories`: the sections of its products, in their order; undefined for one that is not known. */
type Data = ItemInOther & { manual: Manual; categories: (string | undefined)[] }

export const page = definePage<Data>({
  async load(context) {
    const { api, match, optional } = context
    const id = match.params['id'] ?? ''
    const lookUp = (api: Api) => api.manual({ id })
    const item = lookUp(api)
    const inOther = itemInOther(context, item, lookUp, ({ attachments }) => [attachments])
    const manual = await item
    const [first, ...others] = match.sections.ofKind('product')
    const categories = await Promise.all(
      manual.products.map(async (product) =>
        others.length === 0
          ? first?.slug
          : (await optional((api) => found(api.articleDetail({ id: product.id }))))?.category,
      ),
    )
    return { manual, categories, ...(await inOther) }
  },
  head: ({ data: { manual, inOther }, t, language }) => ({
    title: manual.title,
    description: manual.summary || openingOf(manual.body),
    inOther,
    status: manual.status,
    seo: manual.seo,
    // Below the downloads where the upstream has no index of manuals.
    trail: trailOf({ page: manual.siblings.length > 0 ? 'manual' : 'download' }, t, language, {
      title: manual.title,
    }),
  }),
  View: ManualView,
})

function ManualView({ data: { manual, categories, filesInOther }, base, request, trail }: ViewProps<Data>) {
  const { t, language } = useSite()
  return (
    <PageBody request={request}>
      <PageHeader {...manual} lead={manual.summary} trail={trail}>
        <p className="meta">
          <ManualVersion manual={manual} />
          {manual.products.map(({ id, title }, index) =>
            categories[index] === undefined ? (
              <span key={id}>{title}</span>
            ) : (
              <a key={id} href={articleHref({ id, category: categories[index] }, language)}>
                {title}
              </a>
            ),
          )}
          <button type="button" className="copy scripted" data-print>
            {t('manual.print')}
          </button>
          <noscript>{t('manual.printHint')}</noscript>
        </p>
      </PageHeader>
      <div className="split reading">
        {manual.chapters.length > 2 && (
          <div className="side">
            <Toc headings={manual.chapters} title={t('manual.chapters')} />
          </div>
        )}
        <RichText html={manual.body} />
        <div className="beside">
          <SideFiles title={t('article.attachments')} files={manual.attachments} inOther={filesInOther} />
          <SideContact config={base.config} />
        </div>
      </div>
    </PageBody>
  )
}
