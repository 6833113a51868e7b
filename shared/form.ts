// The contact form's fields, and what became of a submission made without JavaScript.

export const formFields = {
  name: { limit: 100, required: true, autoComplete: 'name' },
  company: { limit: 200, required: false, autoComplete: 'organization' },
  contact: { limit: 200, required: true, autoComplete: 'email' },
  topic: { limit: 200, required: false, autoComplete: 'off' },
  message: { limit: 5000, required: true, autoComplete: 'off' },
} as const

export type FormField = keyof typeof formFields
export type FormValues = Partial<Record<FormField, string>>
export const formFieldNames = Object.keys(formFields) as FormField[]

/** A submission that was not taken: the page is shown again with what was typed. */
export type FormState = { values: FormValues; message: string }

/** Only known fields, trimmed and cut to their limits. */
export function readFormValues(body: URLSearchParams): FormValues {
  return Object.fromEntries(
    formFieldNames.map((name) => [
      name,
      (body.get(name) ?? '').replaceAll('\r\n', '\n').trim().slice(0, formFields[name].limit),
    ]),
  )
}
