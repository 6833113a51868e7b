// Escaping of texts from outside where no parser of HTML reads them: cells of an export.
import t from 'tap'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { call, typed } from '../helpers/form.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { runProgram } from '../server/commands/process.ts'

t.test('no cell of an export is a formula (CSV injection)', async (t) => {
  const env = { FORM_RATE_LIMIT: '0' }
  const site = await createEmbeddedSite(t, { folder: smallFolder, watch: false, env })
  const starts = [...'=+-@|%＝＋－＠']
  for (const start of starts) t.equal((await call(site, { ...typed, message: `${start}1` })).statusCode, 200)
  const { out } = await runProgram(['forms', 'export'], { CONTENT_DIR: smallFolder, DATA_DIR: site.dataDir })
  for (const start of starts) t.match(out, `"'${start}1"`)
})
