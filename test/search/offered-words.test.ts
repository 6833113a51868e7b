// Words that a search offers, as corrections or as similar words: those of public texts, while they are public.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readSearch } from '../../shared/content/content.ts'
import {
  createFolder,
  createWorld,
  type Files,
  page,
  richText,
  siteFiles,
  writeFiles,
} from '../content/world.ts'
import { createLocalReader } from '../helpers/content-reader.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'

/** Each text has a word in its title, its tags and its body, and its Chinese version as well. */
function texts(front = ''): Files {
  return {
    'product/secret.en.md': page(
      `id: 7\ntitle: Tinglan acquires Hydrosonde\ntags: [Gravimetry]\n${front}`,
      'Bathyscaphe\n',
    ),
    'product/secret.zh.md': page(`id: 7\ntitle: 收购温度计工厂\n${front}`, '正文\n'),
  }
}
const open: Files = {
  'product/a.en.md': page('id: 1\ntitle: Flowmeter'),
  'product/a.zh.md': page('id: 1\ntitle: 水表'),
}

/** Mistyped: to be corrected, and too far from the word for that. */
const attempts = {
  en: ['hydrosonda', 'hydrasanda', 'gravimetri', 'grovamatri', 'bathyscophe'],
}

async function createOffers(t: Test, folder: string, options: Parameters<typeof createWorld>[2] = {}) {
  const reader = createLocalReader()
  const world = await createWorld(t, {}, { folder, reader, ...options })
  await reader.close()
  /** All that the searches offer, in order. */
  const offered = async (): Promise<string[]> => {
    const found: string[] = []
    for (const [lang, queries] of Object.entries(attempts))
      for (const q of queries) {
        const { json } = await world.get(`/api/home/search?${new URLSearchParams({ lang, q })}`)
        const { corrected, terms } = readSearch(json.data, richText)
        found.push(...(corrected ? [corrected] : []), ...terms)
      }
    return found
  }
  return { world, reader, offered }
}

const whole = ['hydrosonde', 'hydrosonde', 'gravimetry', 'gravimetry', 'bathyscaphe']

t.test('a page of results does not name a word that only a draft has', async (t) => {
  const folder = createFolder(t, { ...siteFiles, ...open, ...texts('draft: true') })
  const site = await createEmbeddedSite(t, { folder, watch: false })
  t.notMatch(await site.body('/en?keywords=hydrosonda'), /hydrosonde/i)
  t.match(await site.body('/en?keywords=flowmetre'), /flowmeter/i, 'a public word is offered')
})

const hidden = {
  draft: 'draft: true',
  scheduled: 'published_at: 2999-01-01',
  expired: 'published_at: 2020-01-01\nexpires_at: 2021-01-01',
  unlisted: 'listed: false',
}
for (const [name, front] of Object.entries({ public: '', ...hidden })) {
  const isPublic = name === 'public'
  t.test(`words of a text that is ${name} are ${isPublic ? '' : 'not '}offered`, async (t) => {
    const folder = createFolder(t, { ...siteFiles, ...open, ...texts(front) })
    const { offered } = await createOffers(t, folder)
    t.strictSame(await offered(), isPublic ? whole : [])
  })
}

t.test('words leave with their text and come back with it, over restarts as well', async (t) => {
  const folder = createFolder(t, { ...siteFiles, ...open, ...texts() })
  const indexFolder = join(createFolder(t, {}), 'content')
  const steps: [string, () => void, string[]][] = [
    ['published', () => {}, whole],
    ['a draft', () => writeFiles(folder, texts('draft: true')), []],
    ['published again', () => writeFiles(folder, texts()), whole],
    ['deleted', () => removeTexts(folder), []],
    ['nothing changed', () => {}, []],
  ]
  for (const [name, change, expected] of steps) {
    change()
    const { world, offered } = await createOffers(t, folder, { indexFolder })
    t.strictSame(await offered(), expected, name)
    await world.origin.close()
  }
})

t.test('a text that is deleted while the server runs takes its words with it', async (t) => {
  let changed = () => {}
  const watch = async (_folder: string, listener: () => void) => {
    changed = listener
    return { close() {} }
  }
  const folder = createFolder(t, { ...siteFiles, ...open, ...texts() })
  const { world, offered } = await createOffers(t, folder, { watch })
  t.strictSame(await offered(), whole)
  const { promise, resolve } = Promise.withResolvers<void>()
  world.origin.onChange(() => resolve())
  removeTexts(folder)
  changed()
  await promise
  t.strictSame(await offered(), [])
})

t.test('a word is counted with each text that has it', async (t) => {
  const second = { 'product/second.en.md': page('id: 8\ntitle: Hydrosonde on a ship') }
  const folder = createFolder(t, { ...siteFiles, ...open, ...texts(), ...second })
  const indexFolder = join(createFolder(t, {}), 'content')
  const { world } = await createOffers(t, folder, { indexFolder })
  await world.origin.close()
  writeFiles(folder, texts('draft: true'))
  const { offered } = await createOffers(t, folder, { indexFolder })
  t.strictSame(await offered(), ['hydrosonde', 'hydrosonde'])
})

function removeTexts(folder: string): void {
  for (const name of Object.keys(texts())) rmSync(join(folder, name))
}
