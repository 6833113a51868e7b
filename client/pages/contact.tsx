// Contact page: address and form.
import { siteBaseOf } from '../../shared/brand.ts'
import { contactSign, privacySign } from '../../shared/constants.ts'
import type { About, Article } from '../../shared/content/content.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import { found } from '../../shared/errors.ts'
import { href, mailHref, telHref } from '../../shared/href.ts'
import { type Translate, textsNamed } from '../../shared/i18n/translate.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { openingOf } from '../../shared/plain-text.ts'
import { wordsOf } from '../../shared/section-texts.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { clientComponent } from '../client-component.tsx'
import { ContactForm, type ContactFormProps, formTexts } from '../components/contact-form.tsx'
import { definePage, type ViewProps } from '../page.ts'
import { useSite } from '../site.tsx'
import { DefinitionList } from '../ui/definition-list.tsx'
import { PageBody, PageHeader } from '../ui/page-frame.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { WeChat } from '../ui/wechat.tsx'

type Data = Pick<ContactFormProps, 'product' | 'privacy' | 'fields' | 'isDiscarded'> & { about: About | null }

export const page = definePage<Data>({
  load: async ({ match, optional, query, site }) => {
    const { product: id } = query
    const [about, privacy, product] = await Promise.all([
      optional((api) => found(api.aboutInfo({ sign: contactSign }))),
      optional((api) => found(api.articleInfo({ sign: privacySign }))),
      id ? optional((api) => found(api.articleDetail({ id }))) : null,
    ])
    return {
      about: about ?? null,
      fields: site.form,
      isDiscarded: site.showDrafts,
      privacy: privacy ? { sign: privacySign } : null,
      product: product && match.sections.kindOf(product.category) === 'product' ? enquired(product) : null,
    }
  },
  head: ({ data: { about, isDiscarded }, t, query: { sent } }) => ({
    title:
      (sent && t(isDiscarded ? 'form.isDiscarded' : 'form.isSent')) + (about?.title ?? t('contact.title')),
    description: about ? openingOf(about.body) : undefined,
    image: about?.cover,
    seo: about?.seo,
    // The page exists without its text.
    inOther: about?.noindex_in?.length ? null : true,
    status: about?.status,
    trail: [{ title: about?.title ?? t('contact.title') }],
    subject: { kind: 'contact' },
  }),
  View: ContactView,
})

function enquired({ id, title, category }: Article) {
  return { id, title, category }
}

const ContactFormInBrowser = clientComponent('ContactForm', ContactForm)

function ContactView({ data, base, request }: ViewProps<Data>) {
  const { t, locale, language, messages, settings, sections } = useSite()
  const { about, ...enquiry } = data
  const { query, form } = request
  const formProps: ContactFormProps = {
    ...enquiry,
    language,
    form,
    topic: query.topic,
    sent: query.sent,
    texts: textsNamed(formTexts, messages),
    formName: settings.formName,
    more: moreIn(sections, t, language),
    reply: siteBaseOf(base.config, locale)?.reply,
  }
  const title = about?.title ?? t('contact.title')
  return (
    <PageBody request={request} className="contact-page">
      <PageHeader trail={[{ title }]} title={title} />
      <div className="contact-columns">
        <ContactFormInBrowser {...formProps} />
        <div>
          <ContactCard config={base.config} />
          {about && <RichText html={about.body} />}
        </div>
      </div>
    </PageBody>
  )
}

/** The way on after a message: the first section of search results. */
function moreIn({ lists: [first] }: SiteSections, t: Translate, language: PageLanguage) {
  if (!first) return undefined
  const title = t('home.more', wordsOf(first, t, language.locale))
  return { title, to: href('section-list', { section: first.slug }, language) }
}

/** Phone, e-mail, address and hours from the site configuration. */
function ContactCard({ config }: { config: SiteConfig | undefined }) {
  const { locale, t } = useSite()
  const company = siteBaseOf(config, locale)
  if (!company) return null
  const { phone, email, address, hours, wechat_image } = company
  const items = [
    { name: t('contact.phone'), value: phone && <a href={telHref(phone)}>{phone}</a> },
    { name: t('contact.email'), value: email && <a href={mailHref(email)}>{email}</a> },
    { name: t('contact.address'), value: address },
    { name: t('contact.hours'), value: hours },
    {
      name: t('wechat.label'),
      value: wechat_image && <WeChat id="contact-wechat" image={wechat_image} />,
    },
  ]
  return <DefinitionList className="contact-card" items={items} />
}
