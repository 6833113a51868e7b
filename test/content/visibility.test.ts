// What front matter hides, also where it is not YAML, and the names that are meant by misspelt ones.
import t from 'tap'
import { editsBetween, nearestName } from '../../server/content/markdown/suggestion.ts'
import { isSuppressed, visibilityKeyMeant, visibilityOf } from '../../server/content/markdown/visibility.ts'
import { words } from '../helpers/words.ts'

t.test('a key is meant by its beginning, its other spellings and names that are close', async (t) => {
  const keys: Record<string, string> = {
    draft: 'draft Draft DRAFT ｄｒａｆｔ darft drafts drft',
    listed: 'listed listet isted lists',
    published_at: 'published_at publishedAt Published-At publish publis published pubished_at',
    expires_at: 'expires_at expiresAt expire_at expires expire',
    undefined: 'title publi expir list drift_to order x',
  }
  for (const [key, names] of Object.entries(keys))
    for (const name of words(names)) t.equal(String(visibilityKeyMeant(name)), key, name)
})

t.test('the nearest name has the fewest edits: at most three, and one for each four letters', async (t) => {
  const names = ['title', 'tags', 'summary', 'summer']
  const rows = {
    titel: 'title',
    TITLE: 'title',
    sumary: 'summary',
    sumer: 'summer',
    tgas: 'tags',
    tsga: '',
    x: '',
  }
  for (const [written, name] of Object.entries(rows))
    t.equal(nearestName(written, names) ?? '', name, written)
  const edits: [string, string, number, number?][] = [
    ['', '', 0, 0],
    ['ab', 'ba', 1, 1],
    ['abcd', 'abdc', 3, 1],
    ['abc', 'xabc', 3, 1],
    ['abc', 'axc', 3, 1],
    ['abcdef', 'abc', 3, 3],
    ['abcdef', 'ab', 3],
    ['abcd', 'wxyz', 3],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2],
  ]
  for (const [one, other, limit, count] of edits) {
    t.equal(editsBetween(one, other, limit), count, `${one} ${other}`)
    t.equal(editsBetween(other, one, limit), count, `${other} ${one}`)
  }
})

const of = (text: string) => visibilityOf(Buffer.from(text))
t.test('visibility is read from any text up to the end of its front matter', async (t) => {
  const rows: [text: string, visibility: object][] = [
    ['---\ntitle: a\ndraft: TRUE # x\n---\nlisted: false', { draft: 'true' }],
    ['draft: true\n\nlisted: false', { draft: 'true' }],
    ['---\n\ndraft: true\n--- \nlisted: false', { draft: 'true' }],
    ['---\ndraft: a#b\n"listed" ： false\n\nexpires_at: x', { draft: 'a#b', listed: 'false' }],
    ['---\nDraft: true', { draft: 'true', misspelt: true }],
    ['---\ndraft: true\ndraft: false', { draft: 'true false' }],
    ['---\ndraft:\nlisted: # x', {}],
    [
      '---\nitems:\n  - name: a\n  published_at: 2026-01-01\n\tdraft: x\n expires_at: y',
      { draft: 'x', expires_at: 'y' },
    ],
    [`---\n${'draft: '.padEnd(205, 'x')}y`, { draft: 'x'.repeat(193) }],
    [`---\n${'x\n'.repeat(10_000)}draft: true`, {}],
    ['', {}],
  ]
  for (const [text, visibility] of rows) t.strictSame(of(text), visibility, text.slice(0, 50))
  t.strictSame(visibilityOf(), {})
})

t.test(
  'the last valid text is suppressed where the written one may have been meant to hide it',
  async (t) => {
    const at = Date.parse('2026-03-02T00:00:00Z')
    const rows: [written: string, valid: string, isSuppressed: boolean][] = [
      ['', 'draft: true', false],
      ['draft: true', '', true],
      ['draft: true', 'draft: true', false],
      ['draft: false', '', false],
      ['draft: fals', '', true],
      ['listed: false', '', true],
      ['listed: true', 'listed: false', false],
      ['listed: no', 'listed: no', false],
      ['expires_at: 2030-01-01', '', true],
      ['expires_at: 2030-01-01', 'expires_at: 2030-01-01', false],
      ['published_at: 2026-03-01', '', false],
      ['published_at: 2026-03-01T00:00:01Z', '', true],
      ['published_at: x', '', true],
      ['published_at: x', 'published_at: x', false],
      ['Draft: false', 'draft: false', true],
    ]
    for (const [written, valid, expected] of rows)
      t.equal(isSuppressed(of(written), of(valid), at), expected, `${written} / ${valid}`)
  },
)
