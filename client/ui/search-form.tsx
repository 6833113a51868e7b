// Keyword search as a plain GET form, on a page or in a panel below the header.
import { useId } from 'react'
import { searchAction } from '../../shared/href.ts'
import { useSite } from '../site.tsx'

type Props = { action: string; label: string; keywords?: string; className?: string }

export function SearchForm({ action, label, keywords = '', className = 'search' }: Props) {
  const { t } = useSite()
  const id = useId()
  return (
    <form className={className} role="search" action={action} method="get" aria-label={label}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
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
  const { locale, match, t } = useSite()
  return (
    <>
      <button
        type="button"
        className="icon-button icon-search"
        popoverTarget="site-search"
        aria-label={t('search.label')}
      />
      <div key={match?.path} className="panel" id="site-search" popover="auto">
        <SearchForm action={searchAction(locale)} label={t('search.label')} className="search site-search" />
      </div>
    </>
  )
}
