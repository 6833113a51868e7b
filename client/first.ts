// Stands in every document, because it has work before the first paint and is shorter than a request for it.
import { holdTheRest } from './browser/first-view.ts'
import { keepTheme } from './browser/theme.ts'

keepTheme()
holdTheRest()
