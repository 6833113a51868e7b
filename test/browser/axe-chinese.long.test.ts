// Automated accessibility checks (axe-core) of the Chinese pages.
import { testWithAxe } from './axe.ts'

await testWithAxe('zh')
