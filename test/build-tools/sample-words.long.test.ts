// The built program has no words and no pictures of the sample, which is content like any other.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { sampleFolder } from '../helpers/origin.ts'
import { distDir } from '../helpers/site.ts'
import { readManifest } from '../topology/visits.ts'

const named = ['tinglan', '汀澜', 'TL-', 'flowmeter', '流量计', '水表', '仪表', 'meter works', 'water meter']
/** Characters of a title and of a path of a drawing; a shorter one may be anybody's. */
const [shortestTitle, shortestPath] = [10, 24]

function sampleTexts(pattern: string): { file: string; text: string }[] {
  return globSync(pattern, { cwd: sampleFolder }).map((file) => ({
    file,
    text: readFileSync(join(sampleFolder, file), 'utf8'),
  }))
}

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one.trim())

t.test('a search of the built program finds nothing of the sample', async (t) => {
  const titles = sampleTexts('{news,product,service,solution,manual}/*.md').flatMap(({ text }) =>
    found(text, /^title: (.*)$/gm),
  )
  const drawings = sampleTexts('media/**/*.svg')
  const paths = drawings.flatMap(({ text }) => found(text, /\bd="([^"]*)"/g))
  const searched = [
    ...named,
    ...titles.filter(({ length }) => length >= shortestTitle),
    ...paths.filter(({ length }) => length >= shortestPath),
    ...drawings.map(({ file }) => basename(file)).filter((name) => name !== 'mark.svg'),
  ].map((word) => word.toLowerCase())
  t.ok(searched.length > 200)
  // Styles of earlier builds stay for a while.
  const { styles } = readManifest()
  const programs = globSync('**/*.{js,json}', { cwd: distDir, exclude: ['development/**'] })
  const files = [...programs, ...styles.map((url) => url.slice(1))]
  t.ok(styles.length > 0)
  for (const file of files) {
    const program = readFileSync(join(distDir, file), 'utf8').toLowerCase()
    t.strictSame(
      searched.filter((word) => program.includes(word)),
      [],
      file,
    )
  }
})
