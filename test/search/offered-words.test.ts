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
import { createEmbeddedSite } from '../helpers/embedded-site.ts'

const file = 'product/secret.en.md'
/** A text with a word in its title, its tags and its body. */
const text = (front = ''): Files => ({
  [file]: page(`id: 7\ntitle: Tinglan acquires Hydrosonde\ntags: [Gravimetry]\n${front}`, 'Bathyscaphe\n'),
})
const open = { ...siteFiles, 'product/a.en.md': page('id: 1\ntitle: Flowmeter') }
/** Mistyped: to be corrected, and too far from the word for that. */
const attempts = ['hydrosonda', 'hydrasanda', 'gravimetri', 'grovamatri', 'bathyscophe']
const whole = ['hydrosonde', 'hydrosonde', 'gravimetry', 'gravimetry', 'bathyscaphe']

async function createOffers(t: Test, folder: string, options: Parameters<typeof createWorld>[2] = {}) {
  const world = await createWorld(t, {}, { folder, ...options })
  /** All that the searches offer, in order. */
  const offered = async (): Promise<string[]> => {
    const found: string[] = []
    for (const q of attempts) {
      const { json } = await world.get(`/api/home/search?${new URLSearchParams({ lang: 'en', q })}`)
      const { corrected, terms } = readSearch(json.data, richText)
      found.push(...(corrected ? [corrected] : []), ...terms)
    }
    return found
  }
  return { world, offered }
}

t.test('words of texts that are not public are not offered', async (t) => {
  const fronts: Record<string, string[]> = {
    '': whole,
    'draft: true': [],
    'published_at: 2999-01-01': [],
    'published_at: 2020-01-01\nexpires_at: 2021-01-01': [],
    'listed: false': [],
  }
  for (const [front, words] of Object.entries(fronts)) {
    const { offered } = await createOffers(t, createFolder(t, { ...open, ...text(front) }))
    t.strictSame(await offered(), words, front)
  }
  const folder = createFolder(t, { ...open, ...text('draft: true') })
  const site = await createEmbeddedSite(t, { folder, watch: false })
  t.notMatch(await site.body('/en?keywords=hydrosonda'), /hydrosonde/i)
  t.match(await site.body('/en?keywords=flowmetre'), /flowmeter/i, 'a public word is offered')
})

t.test('words leave with the last text that has them and come back with it, over restarts too', async (t) => {
  const folder = createFolder(t, { ...open, ...text() })
  const indexFolder = join(createFolder(t, {}), 'content')
  const second = { 'product/second.en.md': page('id: 8\ntitle: Hydrosonde on a ship') }
  const steps: [string, () => void, string[]][] = [
    ['published', () => {}, whole],
    ['a draft', () => writeFiles(folder, text('draft: true')), []],
    ['published again', () => writeFiles(folder, text()), whole],
    ['another text', () => writeFiles(folder, second), whole],
    ['deleted', () => rmSync(join(folder, file)), ['hydrosonde', 'hydrosonde']],
  ]
  for (const [name, change, expected] of steps) {
    change()
    const { world, offered } = await createOffers(t, folder, { indexFolder })
    t.strictSame(await offered(), expected, name)
    await world.origin.close()
  }
  writeFiles(folder, text())
  const { world, offered } = await createOffers(t, folder, { indexFolder })
  t.strictSame(await offered(), whole)
  rmSync(join(folder, file))
  await world.origin.reload()
  t.strictSame(await offered(), ['hydrosonde', 'hydrosonde'], 'while the server runs')
})
