// Pictures further down the page: they would take their share of a narrow line from what is seen first.

/** A picture of the first view that hangs does not keep the others away. */
const mostMs = 3000

/** Until the first view is loaded and painted, styles/picture.css keeps browsers from fetching the others. */
export function holdPictures() {
  const { dataset } = document.documentElement
  const release = () => delete dataset['loading']
  dataset['loading'] = ''
  // The second frame begins when the first one has been made.
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(release)))
  setTimeout(release, mostMs)
}
