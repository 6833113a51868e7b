// Fragment cache: the HTML of parts that many pages have. A page without its menu and footer takes half of the time.
import { LRUCache } from 'lru-cache'
import { renderToStaticMarkup } from 'react-dom/server'
import type { FragmentCache } from '../../client/cached-fragment.tsx'
import { StaticRouter } from '../../client/router.ts'
import { SiteProvider } from '../../client/site.tsx'
import type { KnownPicture, Media } from '../../shared/image.ts'

const bytesPerCharacter = 2

export function createFragmentCache(mostBytes: number): FragmentCache {
  const fragments = new LRUCache<string, { html: string; isSame: (media: Media) => boolean }>({
    maxSize: mostBytes,
    sizeCalculation: ({ html }, key) => bytesPerCharacter * (html.length + key.length),
  })
  return ({ name, site, content, address }, fragment) => {
    const key = JSON.stringify([name, site.locale, site.revision, content])
    const known = fragments.get(key)
    if (known?.isSame(site.media)) return known.html
    const { media, isSame } = recordMedia(site.media)
    const html = renderToStaticMarkup(
      <SiteProvider site={{ ...site, media }}>
        <StaticRouter location={address}>{fragment}</StaticRouter>
      </SiteProvider>,
    )
    fragments.set(key, { html, isSame })
    return html
  }
}

/** `isSame`: whether the files that were looked up are the same now. */
function recordMedia({ urlOf, pictureOf }: Media) {
  const urls = new Map<string, string>()
  const pictures = new Map<string, KnownPicture | undefined>()
  const media: Media = {
    urlOf(url) {
      const found = urlOf(url)
      if (url.startsWith('/media/')) urls.set(url, found)
      return found
    },
    pictureOf(url) {
      const found = pictureOf(url)
      pictures.set(url, found)
      return found
    },
  }
  const isSame = (now: Media) =>
    [...urls].every(([url, found]) => now.urlOf(url) === found) &&
    [...pictures].every(([url, found]) => now.pictureOf(url) === found)
  return { media, isSame }
}
