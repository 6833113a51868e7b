// Submission state of the form: idle, pending, errors, sent. The code that submits is imported on demand.
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FormState } from '../../shared/form.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Attempt } from '../browser/send-form.ts'
import { useSite } from '../site.tsx'

type Shown = { sent?: string; state?: FormState | undefined; locale: Locale }

const nothing: Partial<Shown> = {}

/** `form`: the rejected submission that the page was rendered with. */
export function useFormSending(form: FormState | undefined) {
  const { t, locale, settings } = useSite()
  // After a language switch its messages are not shown.
  const [shown, setShown] = useState<Shown>({ state: form, locale })
  const [pending, setPending] = useState(false)
  const result = useRef<HTMLDivElement>(null)
  const since = useRef(0)
  const last = useRef<Attempt>(undefined)
  const isFocused = useRef(false)
  const { sent, state } = shown.locale === locale ? shown : nothing

  useEffect(() => {
    since.current = performance.now()
  }, [])
  useEffect(() => {
    if (!isFocused.current && (sent !== undefined || state)) result.current?.focus()
    isFocused.current = true
  })

  const submission = () => import('../browser/send-form.ts')

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const element = event.currentTarget
    const elapsed = Math.round(performance.now() - since.current)
    setPending(true)
    submission()
      .then(({ sendForm }) => sendForm({ element, formName: settings.formName, locale, elapsed, t, last }))
      .then(
        (outcome) => {
          isFocused.current = false
          setPending(false)
          setShown({ ...outcome, locale })
        },
        // If the import fails, the form is submitted as without JavaScript.
        () => element.submit(),
      )
  }

  /** Validates an invalid field again on each change. */
  const onChange = ({ currentTarget: element, target }: ChangeEvent<HTMLFormElement>) => {
    const { name } = target
    if (!state?.errors[name]) return
    submission().then(
      ({ checkAgain }) => setShown({ state: checkAgain({ element, name, state, t }), locale }),
      () => {},
    )
  }
  return { sent, state, pending, result, onSubmit, onChange }
}
