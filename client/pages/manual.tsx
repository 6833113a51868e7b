// Manual page with its chapters.
import type { Manual } from '../../shared/content/content.ts'
import { found } from '../../shared/errors.ts'
import type { Crumb } from '../../shared/head.ts'
import { articleHref } from '../../shared/href.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { openingOf } from '../../shared/plain-text.ts'
import { trailOf } from '../../shared/trail.ts'
import { type FilesInOther, filesInOther } from '../files-in-other.ts'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { SideContact } from '../ui/beside.tsx'
import { Edition } from '../ui/edition.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { SideFiles } from '../ui/side-files.tsx'
import { Toc } from '../ui/toc.tsx'

/** `categories`: the sections of its products, in their order; undefined for one that is not known. */
type Data = {
  manual: Manual
  inOther: boolean | null
  filesInOther: FilesInOther
  categories: (string | undefined)[]
}

export const page = definePage<Data>({
  async load(context) {
    const { api, match, optional, inOther } = context
    const id = match.params['id'] ?? ''
    const item = api.manual({ id })
    const isInOther = inOther((other) => other.manual({ id }), item)
    const files = filesInOther(context, {
      item,
      isInOther,
      lookUp: (other) => found(other.manual({ id })),
      listsOf: ({ attachments }) => [attachments],
    })
    const manual = await item
    const [first, ...others] = match.sections.ofKind('product')
    const categories = await Promise.all(
      manual.products.map(async (product) =>
        others.length === 0
          ? first?.slug
          : (await optional((api) => found(api.articleDetail({ id: product.id }))))?.category,
      ),
    )
    return { manual, categories, filesInOther: files, inOther: await isInOther }
  },
  head: ({ data: { manual, inOther }, t, language }) => ({
    title: manual.title,
    description: manual.summary || openingOf(manual.body),
    inOther,
    status: manual.status,
    seo: manual.seo,
    trail: trailOfManual(manual, t, language),
  }),
  View: ManualView,
})

/** Below the index of manuals, or below the downloads where the upstream has no index. */
function trailOfManual({ title, siblings }: Manual, t: Translate, language: PageLanguage): Crumb[] {
  return trailOf({ page: siblings.length > 0 ? 'manual' : 'download' }, t, language, { title })
}

function ManualView({ data: { manual, categories, filesInOther }, base, request }: ViewProps<Data>) {
  const { t, language } = useSite()
  return (
    <PageBody request={request}>
      <PageHeader {...manual} lead={manual.summary} trail={trailOfManual(manual, t, language)}>
        <p className="meta">
          <Edition manual={manual} />
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
