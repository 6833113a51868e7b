// The HTML of a fragment is stored by name, language, build and content, and by nothing else; never more than fits.
import t from 'tap'
import { createFragmentCache } from '../../server/render/fragment-cache.ts'
import type { Locale } from '../../shared/locale.ts'

/** Counts how often each name was rendered for the cache. */
function counted(bytes = 10_000, build = 'build') {
  const cache = createFragmentCache(build, bytes)
  const renders = new Map<string, number>()
  const once = (name: string, content: object, locale: Locale = 'zh', length = 10) =>
    cache({ name, locale, content }, () => {
      renders.set(name, (renders.get(name) ?? 0) + 1)
      return 'x'.repeat(length)
    })
  /** Content that was seen before. */
  const html: typeof once = (...source) => once(...source) ?? once(...source)
  return { once, html, renders: (name: string) => renders.get(name) ?? 0 }
}

t.test('the same fragment of the same content is rendered once', async (t) => {
  const { html, renders } = counted()
  const [menu, config] = [[{ id: 1 }], { title: 'a' }]
  for (let round = 0; round < 3; round++) html('menu', { menu, config, current: '/news', level: 2 })
  t.equal(renders('menu'), 1)
})

t.test('content that is seen for the first time is left to the page', async (t) => {
  const { once, renders } = counted()
  const menu = [{ id: 1 }]
  t.equal(once('menu', { menu, current: '/news' }), undefined)
  t.equal(renders('menu'), 0)
  t.equal(once('menu', { menu, current: '/news' }), 'xxxxxxxxxx')
  t.equal(once('footer', { menu }), 'xxxxxxxxxx', 'the menu is known')
})

t.test('another object, value, language or name is another fragment', async (t) => {
  const { html, renders } = counted()
  const menu = [{ id: 1 }]
  html('menu', { menu, current: '/news' })
  html('menu', { menu: [{ id: 1 }], current: '/news' })
  t.equal(renders('menu'), 2, 'equal content that was read again')
  html('menu', { menu, current: '/about' })
  t.equal(renders('menu'), 3, 'another text')
  html('menu', { menu, current: undefined })
  html('menu', { menu, current: null })
  html('menu', { menu, current: 'null' })
  t.equal(renders('menu'), 6, 'nothing, null and a text')
  html('menu', { menu: 1, current: '/news' })
  t.equal(renders('menu'), 7, 'a number is no object')
  html('menu', { menu, current: '/news' }, 'en')
  t.equal(renders('menu'), 8, 'another language')
  html('footer', { menu, current: '/news' })
  html('menu', { menu, current: '/news' })
  t.equal(renders('menu'), 8, 'another name')
})

t.test('text of the content cannot collide with another part of the key', async (t) => {
  const { html, renders } = counted()
  html('table', { caption: 'a"],["full","boolean",true', full: false })
  html('table', { caption: 'a', full: true })
  t.equal(renders('table'), 2)
})

t.test('the fragments used last stay within the bound in bytes', async (t) => {
  const { html, renders } = counted(100)
  const contents = ['a', 'b', 'c', 'd'].map((text) => ({ text }))
  for (const content of contents) html(content.text, content, 'zh', 12)
  html('b', contents[1]!, 'zh', 12)
  t.equal(renders('b'), 1, 'four fragments of 24 bytes fit')
  html('e', { text: 'e' }, 'zh', 12)
  html('b', contents[1]!, 'zh', 12)
  t.equal(renders('b'), 1, 'what was used last is still stored')
  html('a', contents[0]!, 'zh', 12)
  t.equal(renders('a'), 2, 'what was used first is not')
})

t.test('a fragment that is larger than the bound is rendered every time', async (t) => {
  const { html, renders } = counted(100)
  const content = { text: 'a' }
  html('large', content, 'zh', 51)
  html('large', content, 'zh', 51)
  t.equal(renders('large'), 2)
})
