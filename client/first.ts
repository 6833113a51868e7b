// Stands in every document, because it has work before the first paint and is shorter than a request for it.
import { holdPictures } from './browser/held-pictures.ts'
import { keepTheme } from './browser/theme.ts'

keepTheme()
holdPictures()
