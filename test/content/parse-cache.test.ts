// Parse cache: a content file is parsed again only when its text has changed.
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readContentFolder } from '../../server/content/content-folder.ts'
import { createMarkdown } from '../../server/content/markdown.ts'
import { createParseCache, type ParseCache } from '../../server/content/parse-cache.ts'
import { smallFolder } from '../helpers/small-site.ts'

/** The content of the folder, and the number of Markdown files parsed. */
async function read(root: string, parseCache: ParseCache) {
  const markdown = createMarkdown()
  let parsed = 0
  const render = (text: string) => {
    parsed++
    return markdown(text)
  }
  const problems: unknown[] = []
  const readMediaFacts = async () => ({
    sizes: new Map<string, number>(),
    digests: new Map<string, string>(),
  })
  const report = (problem: unknown) => void problems.push(problem)
  const { articles, site } = await readContentFolder({ root, render, readMediaFacts, parseCache, report })
  return { parsed, said: JSON.stringify({ articles, site }), problems: problems.length }
}

async function copy(t: Test) {
  const root = await mkdtemp(join(tmpdir(), 'parseCache-'))
  t.teardown(() => rm(root, { recursive: true }))
  await cp(smallFolder, root, { recursive: true })
  return root
}

t.test('the second read of a folder parses changed files only, with the same result', async (t) => {
  const root = await copy(t)
  const parseCache = createParseCache()
  const first = await read(root, parseCache)
  t.ok(first.parsed > 1)
  t.strictSame(await read(root, parseCache), { ...first, parsed: 0 })

  await appendFile(join(root, 'news/fair-day-1.zh.md'), '\nA line more.\n')
  const changed = await read(root, parseCache)
  t.equal(changed.parsed, 1)
  t.match(changed.said, 'A line more.')
})

t.test('an invalid file is parsed and reported on every read', async (t) => {
  const root = await copy(t)
  await writeFile(join(root, 'news/9.zh.md'), '---\nid: [\n---\n')
  const parseCache = createParseCache()
  const before = await read(root, parseCache)
  t.strictSame(await read(root, parseCache), { ...before, parsed: 0 })
})
