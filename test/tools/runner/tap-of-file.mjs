// What a test file imports as `tap` where it shares its process: the subtest of the file that is imported now.
import { currentFile } from './current-file.mjs'

export * from 'tap'
export default currentFile()
