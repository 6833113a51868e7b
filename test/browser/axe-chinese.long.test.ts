// Automated accessibility checks (axe-core) of the Chinese pages.
import t from 'tap'
import { testWithAxe } from './axe.ts'

await testWithAxe(t, 'zh')
