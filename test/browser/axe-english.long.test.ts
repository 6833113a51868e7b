// Automated accessibility checks (axe-core) of the English pages.
import { testWithAxe } from './axe.ts'

await testWithAxe('en')
