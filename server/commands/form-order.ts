// The fields of the contact form for the forms command: the order of the columns of an export.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultForm, type FormField } from '../../shared/form.ts'
import type { Config } from '../config/schema.ts'
import { readForm } from '../content/markdown/form-file.ts'
import { siteFileOf } from '../content/markdown/site-files.ts'
import { parseSource, readSource, textOf } from '../content/markdown/source.ts'

/** The fields of form.yaml; the default form where there is none, or none that can be read. */
export function formOf(config: Pick<Config, 'contentDir' | 'apiBase'>) {
  if (config.apiBase) return defaultForm
  const fields = readFields(join(config.contentDir, siteFileOf('form')))
  return fields.length > 0 ? fields : defaultForm
}

function readFields(file: string): FormField[] {
  try {
    const source = parseSource(textOf(readFileSync(file)))
    return readSource(source, readForm, (local) => local).content ?? []
  } catch {
    return []
  }
}
