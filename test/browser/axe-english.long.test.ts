// Accessibility of the English pages, as far as a machine can tell.
import { testWithAxe } from './axe.ts'

await testWithAxe('en')
