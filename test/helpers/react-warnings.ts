// Renders every page kind with React's development build, which writes its warnings to the console.
//   REACT_BUILD=development node --import ./test/hooks.mjs test/helpers/react-warnings.ts
import t from 'tap'
import { pages, pathIn } from './pages.ts'
import { createSmallSite } from './small-site.ts'

t.test('every page kind', async (t) => {
  const site = await createSmallSite(t)
  for (const { path } of pages)
    for (const prefix of ['', '/en']) t.equal((await site.get(pathIn(prefix, path))).statusCode, 200, path)
  t.equal((await site.get('/en/news/999')).statusCode, 404)
})
