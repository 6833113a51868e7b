// Keyword search as a plain GET form.
import { useId } from 'react'
import { useSite } from '../site.tsx'

type Props = { action: string; label: string; placeholder?: string; keywords?: string; className?: string }

export function SearchForm({ action, label, placeholder, keywords = '', className = 'search' }: Props) {
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
        placeholder={placeholder}
        maxLength={100}
        enterKeyHint="search"
      />
      <button type="submit">{t('search.submit')}</button>
    </form>
  )
}
