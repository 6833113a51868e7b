// Words that a search offers, as corrections or as similar words: those of public texts, while they are public.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readSearch } from '../../shared/content/content.ts'
import {
  createFolder,
  createPlace,
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

/** All that the searches offer, in order. */
async function offeredBy(dataOf: (path: string) => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  for (const q of attempts) {
    const data = await dataOf(`/api/home/search?${new URLSearchParams({ lang: 'en', q })}`)
    const { corrected, terms } = readSearch(data, richText)
    found.push(...(corrected ? [corrected] : []), ...terms)
  }
  return found
}

t.test('words of texts that are not public are not offered', async (t) => {
  const folder = createFolder(t, { ...open, ...text('draft: true') })
  const site = await createEmbeddedSite(t, { folder, watch: false })
  t.notMatch(await site.body('/en?keywords=hydrosonda'), /hydrosonde/i)
  t.match(await site.body('/en?keywords=flowmetre'), /flowmeter/i, 'a public word is offered')
  const fronts: Record<string, string[]> = {
    'draft: true': [],
    '': whole,
    'published_at: 2999-01-01': [],
    'published_at: 2020-01-01\nexpires_at: 2021-01-01': [],
    'listed: false': [],
  }
  for (const [front, words] of Object.entries(fronts)) {
    writeFiles(folder, text(front))
    await site.origin.reload()
    t.strictSame(await offeredBy(async (path) => JSON.parse(await site.body(path)).data), words, front)
  }
})

t.test('words leave with the last text that has them and come back with it, over restarts too', async (t) => {
  const place = createPlace(t, { ...open, ...text() })
  const second = { 'product/second.en.md': page('id: 8\ntitle: Hydrosonde on a ship') }
  const steps: [string, () => void, string[]][] = [
    ['published', () => {}, whole],
    ['a draft', () => place.write(text('draft: true')), []],
    ['published again', () => place.write(text()), whole],
    ['another text', () => place.write(second), whole],
    ['deleted', () => rmSync(join(place.folder, file)), ['hydrosonde', 'hydrosonde']],
  ]
  for (const [name, change, expected] of steps) {
    change()
    const world = await place.start()
    t.strictSame(await offeredBy(async (path) => (await world.get(path)).json.data), expected, name)
    await world.origin.close()
  }
})
