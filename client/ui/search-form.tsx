// Keyword search as a plain GET form, on a page or in a panel below the header.
import { searchAction } from '../../shared/href.ts'
import { Frozen } from '../frozen.tsx'
import { useSite } from '../site.tsx'

type Props = {
  action: string
  label: string
  keywords?: string
  className?: string
  /** One of a kind on its page, but for that of the panel. */
  fieldId?: string
}

export function SearchForm({
  action,
  label,
  keywords = '',
  className = 'search',
  fieldId = 'search-field',
}: Props) {
  const { t } = useSite()
  return (
    <form className={className} role="search" action={action} method="get" aria-label={label}>
      <label className="visually-hidden" htmlFor={fieldId}>
        {label}
      </label>
      <input
        id={fieldId}
        type="search"
        name="keywords"
        key={keywords}
        defaultValue={keywords}
        placeholder={t('search.placeholder')}
        maxLength={100}
        enterKeyHint="search"
      />
      <button type="submit">{t('search.submit')}</button>
    </form>
  )
}

export function SearchPanel() {
  const { match, t } = useSite()
  return (
    <>
      <button
        type="button"
        className="icon-button icon-search"
        popoverTarget="site-search"
        aria-label={t('search.label')}
      />
      <Frozen as="div" name="search" key={match?.path} className="panel" id="site-search" popover="auto">
        <PanelForm />
      </Frozen>
    </>
  )
}

function PanelForm() {
  const { locale, t } = useSite()
  return (
    <SearchForm
      action={searchAction(locale)}
      label={t('search.label')}
      className="search site-search"
      fieldId="site-search-field"
    />
  )
}
