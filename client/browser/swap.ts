// Swap: shows the page of a payload in this document: head, <main>, current section, language.
import { isLocale, type Locale, languageTag } from '../../shared/locale.ts'
import type { PagePayload } from '../../shared/payload.ts'
import { swapParts } from './swap-parts.ts'
import { setHtml } from './trusted-html.ts'

const pageTags =
  'title, link[rel="canonical"], link[rel="alternate"], link[rel="manifest"], meta[name="description"], meta[name="robots"], meta[name^="twitter:"], meta[property]'
const menuLinks = 'nav[data-menu] .menu-item > a'
const around = ['.skip-link', '.site-header', '.site-footer', '#data']

type Swap = {
  payload: PagePayload
  /** Header and footer in the language of the page, where it is another one. */
  shell: string | undefined
  /** The query of the page alone has changed. */
  isQueryOnly: boolean
}

export function swap({ payload, shell, isQueryOnly }: Swap): void {
  const main = document.querySelector('main')!
  const next = parsed(main, payload.main)
  if (isQueryOnly && hasSameFrame(main, next)) swapParts(main, next)
  else main.replaceChildren(...next.childNodes)
  if (shell !== undefined) showShell(shell, payload.locale)
  showHead(payload.head)
  showSection(payload.menu)
  const languageSwitch = document.querySelector('.language-switch')
  if (languageSwitch) setHtml(languageSwitch, payload.language)
  if (!isQueryOnly) closePanels()
}

/** The home page and its search results differ in their query alone. */
function hasSameFrame(...mains: Element[]): boolean {
  return new Set(mains.map((main) => main.querySelector('.page')?.className)).size === 1
}

/** The page that is shown, as a payload: for a return without a network. */
export function shownPage(build: string): PagePayload {
  const { lang } = document.documentElement
  const locale = lang.slice(0, 2)
  const menu = document.querySelector(`${menuLinks}[aria-current]`)?.getAttribute('href')
  return {
    build,
    status: 200,
    locale: isLocale(locale) ? locale : 'zh',
    route: document.querySelector<HTMLElement>('[data-page]')?.dataset['page'] as PagePayload['route'],
    head: [...document.head.querySelectorAll(pageTags)].map(({ outerHTML }) => outerHTML).join(''),
    // Without what the program has added (reveal.ts).
    main: document.querySelector('main')!.innerHTML.replace(/(data-reveal)="\w+"/g, '$1="true"'),
    language: document.querySelector('.language-switch')?.innerHTML ?? '',
    ...(menu && { menu }),
  }
}

/** Marks the link of the section as current, and opens its row in the sheet. */
function showSection(menu: string | undefined): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(menuLinks)) {
    const isCurrent = link.getAttribute('href') === menu
    link.ariaCurrent = isCurrent ? 'page' : null
    link.parentElement!.querySelector('details')?.toggleAttribute('open', isCurrent)
  }
}

function showHead(html: string): void {
  // Structured data describes the page that the server sent.
  document.querySelector('script[type="application/ld+json"]')?.remove()
  for (const element of document.head.querySelectorAll(pageTags)) element.remove()
  document.head.querySelector('link[rel="icon"]')?.before(...parsed(document.head, html).childNodes)
}

function showShell(html: string, locale: Locale): void {
  const parts = parsed(document.createElement('div'), html)
  for (const selector of around) {
    const part = parts.querySelector(selector)
    if (part) document.querySelector(selector)?.replaceWith(part)
  }
  document.documentElement.lang = languageTag(locale)
  const { theme } = document.documentElement.dataset
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]'))
    button.ariaPressed = `${button.dataset['themeChoice'] === theme}`
}

function closePanels(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('.site-header [popover]:popover-open'))
    panel.hidePopover()
  document.querySelector<HTMLFormElement>('.site-search')?.reset()
}

/** An element of the same kind with this content. It belongs to this document, so that <noscript> is parsed as text. */
function parsed(like: Element, html: string): Element {
  const element = like.cloneNode(false) as Element
  setHtml(element, html)
  return element
}
