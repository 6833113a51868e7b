// Automated accessibility checks (axe-core) of the English pages.
import t from 'tap'
import { testWithAxe } from './axe.ts'

await testWithAxe(t, 'en')
