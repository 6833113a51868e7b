// What is not part of the first view waits until that is there: pictures further down, and a page without its styles.

/** A picture of the first view that hangs does not keep the others away. */
const mostMs = 3000

/**
 * Pictures further down would take their share of a narrow line; styles/picture.css keeps browsers from fetching them. A page
 * without its styles would be laid out for nothing, where a touch asks what is under it; styles/reset.css shows it.
 */
export function holdTheRest() {
  const root = document.documentElement
  const release = () => {
    delete root.dataset['loading']
    root.hidden = false
  }
  root.dataset['loading'] = ''
  root.hidden = true
  // The second frame begins when the first one has been made.
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(release)))
  setTimeout(release, mostMs)
}
