// Submission state of the form: idle, pending, errors, sent.
import { type InputEvent, type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FormField, FormState } from '../../shared/form.ts'
import { type Attempt, checkAgain, nameResult, sendForm } from '../browser/send-form.ts'
import type { Words } from '../words.ts'

type Form = { name: string; fields: readonly FormField[]; isDiscarded: true | undefined }
type Shown = { sent?: string; state?: FormState | undefined }

/** `form`: the rejected submission that the page was rendered with. */
export function useFormSending(
  form: FormState | undefined,
  { locale, t }: Words,
  { name: formName, fields, isDiscarded }: Form,
) {
  const [{ sent, state }, setShown] = useState<Shown>({ state: form })
  const [pending, setPending] = useState(false)
  const result = useRef<HTMLDivElement>(null)
  const last = useRef<Attempt>(undefined)
  // The browser has moved the focus to the result of a post without script: it is the hash of the address.
  const isFocused = useRef(true)

  useEffect(() => {
    if (sent !== undefined) nameResult(isDiscarded ? 'form.isDiscarded' : 'form.isSent', t)
    else if (state) nameResult('form.inError', t)
    if (!isFocused.current && (sent !== undefined || state)) result.current?.focus()
    isFocused.current = true
  })

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const element = event.currentTarget
    setPending(true)
    void sendForm({ element, formName, fields, locale, t, last }).then((outcome) => {
      isFocused.current = false
      setPending(false)
      setShown(outcome)
    })
  }

  /** Validates an invalid field again on each change. */
  const onInput = ({ currentTarget: element, target }: InputEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    if (state?.errors[name]) setShown({ state: checkAgain({ element, fields, name, state, t }) })
  }
  /** The address of the form is that of its result, where it was sent in place. */
  const onAnother = (event: MouseEvent) => {
    if (sent === undefined) return
    event.preventDefault()
    setShown({})
  }
  return { sent, state, pending, result, onSubmit, onInput, onAnother }
}
