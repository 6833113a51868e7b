// Fragment cache: the HTML of menu and footer, which every page has. A page without them takes half of the time.
import { renderToStaticMarkup } from 'react-dom/server'
import type { FragmentCache } from '../../client/cached-fragment.tsx'
import { noAddress, StaticRouter } from '../../client/router.ts'
import { SiteProvider } from '../../client/site.tsx'
import type { MediaFor } from '../../shared/image.ts'

type Fragment = { html: string; files: Set<string>; mediaVersion: number }

/** Fragments are released with the content they were made of: stored responses with equal bytes are one object. */
export function createFragmentCache(mediaFor: MediaFor): FragmentCache {
  const byContent = new WeakMap<object, WeakMap<object, Map<string, Fragment>>>()
  return ({ name, site, config, menu, current = noAddress }, view) => {
    const byMenu = entryOf(byContent, config ?? menu, () => new WeakMap())
    const fragments = entryOf(byMenu, menu, () => new Map())
    const key = [name, site.locale, site.revision, current].join(' ')
    const { version, onFile } = site.media
    let fragment = fragments.get(key)
    if (fragment?.mediaVersion !== version) {
      const files = new Set<string>()
      const media = mediaFor((file) => files.add(file))
      const html = renderToStaticMarkup(
        <SiteProvider site={{ ...site, media }}>
          <StaticRouter location={current}>{view}</StaticRouter>
        </SiteProvider>,
      )
      fragment = { html, files, mediaVersion: version }
      fragments.set(key, fragment)
    }
    for (const file of fragment.files) onFile(file)
    return fragment.html
  }
}

function entryOf<Value>(entries: WeakMap<object, Value>, key: object, make: () => Value): Value {
  const entry = entries.get(key) ?? make()
  entries.set(key, entry)
  return entry
}
