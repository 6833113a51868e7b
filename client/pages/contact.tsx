// Where the company is, and a form.
import { contactSign } from '../../shared/constants.ts'
import type { About } from '../../shared/content/content.ts'
import { definePage } from '../page.ts'
import { useSite } from '../site.tsx'
import { ContactCard } from '../ui/contact-card.tsx'
import { ContactForm } from '../ui/contact-form.tsx'
import { PageBody } from '../ui/page-body.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RichText } from '../ui/rich-text.tsx'

type Data = { about: About }

export const page = definePage<Data>({
  load: async ({ api }) => ({ about: await api.aboutInfo({ sign: contactSign }) }),
  head: ({ data: { about } }) => ({ title: about.title, image: about.cover }),
  View: ContactView,
})

function ContactView({ data: { about } }: { data: Data }) {
  const { query } = useSite()
  return (
    <PageBody className="contact-page">
      <PageHeader trail={[{ title: about.title }]} title={about.title} />
      <div className="contact-columns">
        <div>
          <ContactCard />
          <RichText html={about.body} />
        </div>
        <ContactForm topic={query.topic} />
      </div>
    </PageBody>
  )
}
