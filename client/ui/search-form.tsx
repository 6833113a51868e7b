// Search form: a plain GET form, on a page or in the panel of the header.
import { searchAction } from '../../shared/href.ts'
import { searchedWords } from '../../shared/section-texts.ts'
import { useSite } from '../site.tsx'

type Props = {
  action: string
  label: string
  keywords?: string
  /** Default: what the whole site has. */
  placeholder?: string
  className?: string
  /** The id of the field; unique in the document. */
  fieldId?: string
  /** Whether results are suggested while the visitor types (client/browser/suggestions.ts). */
  suggests?: boolean
}

export function SearchForm({
  action,
  label,
  keywords = '',
  placeholder,
  className = 'search',
  fieldId = 'search-field',
  suggests = false,
}: Props) {
  const { t, locale, sections } = useSite()
  return (
    <form
      className={className}
      role="search"
      action={action}
      method="get"
      aria-label={label}
      data-suggests={suggests || undefined}
      data-page-part="search"
    >
      <label className="visually-hidden" htmlFor={fieldId}>
        {label}
      </label>
      <input
        id={fieldId}
        data-page-part="field"
        type="search"
        name="keywords"
        defaultValue={keywords}
        placeholder={placeholder ?? t('search.placeholder', { words: searchedWords(sections, t, locale) })}
        maxLength={100}
        enterKeyHint="search"
      />
      <button className="button" type="submit">
        {t('search.submit')}
      </button>
    </form>
  )
}

export function SearchPanel() {
  const { language, t } = useSite()
  return (
    <>
      <button
        type="button"
        className="icon-button icon-search"
        popoverTarget="site-search"
        aria-label={t('search.label')}
      />
      <div className="panel" id="site-search" popover="auto">
        <SearchForm
          action={searchAction(language)}
          label={t('search.label')}
          className="search site-search"
          fieldId="site-search-field"
          suggests
        />
      </div>
    </>
  )
}
