// Where the company is, and a form.
import { contactSign, privacySign } from '../../shared/constants.ts'
import type { About } from '../../shared/content/content.ts'
import { openingOf } from '../../shared/plain-text.ts'
import { definePage } from '../page.ts'
import { useSite } from '../site.tsx'
import { ContactCard } from '../ui/contact-card.tsx'
import { ContactForm, type Enquiry } from '../ui/contact-form.tsx'
import { PageBody } from '../ui/page-body.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RichText } from '../ui/rich-text.tsx'

/** `about` is missing only beside a form that was not taken, while the origin is away. */
type Data = { about: About | null } & Partial<Omit<Enquiry, 'topic'>>

export const page = definePage<Data>({
  load: async ({ api, optional, query }) => {
    const [about, privacy, product] = await Promise.all([
      api.aboutInfo({ sign: contactSign }),
      optional((api) => api.articleInfo({ sign: privacySign })),
      optional(async (api) => (query.product ? api.articleDetail({ id: query.product }) : null)),
    ])
    return {
      about,
      privacy: privacy && { sign: privacySign },
      product: product?.category === 'product' ? { id: product.id, title: product.title } : null,
    }
  },
  head: ({ data: { about }, t }) => ({
    title: about?.title ?? t('contact.title'),
    description: about ? openingOf(about.body) : undefined,
    image: about?.cover,
    trail: [{ title: about?.title ?? t('contact.title') }],
    subject: { kind: 'contact' },
  }),
  View: ContactView,
})

function ContactView({ data: { about, product = null, privacy = null } }: { data: Data }) {
  const { query, t } = useSite()
  const title = about?.title ?? t('contact.title')
  return (
    <PageBody className="contact-page">
      <PageHeader trail={[{ title }]} title={title} />
      <div className="contact-columns">
        <div>
          <ContactCard />
          {about && <RichText html={about.body} />}
        </div>
        <ContactForm key={product?.id} topic={query.topic} product={product} privacy={privacy} />
      </div>
    </PageBody>
  )
}
