// Accessibility of the Chinese pages, as far as a machine can tell.
import { testWithAxe } from './axe.ts'

await testWithAxe('zh')
