// The first file of the built program: runs the bundle beside it.
import { join } from 'node:path'
import { compileBundle, type RunBundle } from './code-cache.ts'

const file = join(__dirname, 'site.js')
const run = compileBundle(file).runInThisContext() as RunBundle
run(exports, require, module, file, __dirname)
