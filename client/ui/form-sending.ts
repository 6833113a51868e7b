// Sending the form in place: what is shown meanwhile and afterwards. The work itself is loaded when it is needed.
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FormState } from '../../shared/form.ts'
import type { Locale } from '../../shared/locale.ts'
import { useSite } from '../site.tsx'

type Shown = { sent?: string; state?: FormState | undefined; locale: Locale }

const nothing: Partial<Shown> = {}

/** `form`: a submission that was rejected, as the page came with it. */
export function useFormSending(form: FormState | undefined) {
  const { t, locale, settings } = useSite()
  // In another language than the page's by now, nothing of it is shown.
  const [shown, setShown] = useState<Shown>({ state: form, locale })
  const [pending, setPending] = useState(false)
  const result = useRef<HTMLDivElement & HTMLParagraphElement>(null)
  const since = useRef(0)
  const isFocused = useRef(false)
  const { sent, state } = shown.locale === locale ? shown : nothing

  useEffect(() => {
    since.current = performance.now()
  }, [])
  useEffect(() => {
    if (!isFocused.current && (sent || state)) result.current?.focus()
    isFocused.current = true
  })

  const work = () => import('../browser/send-form.ts')

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const element = event.currentTarget
    const elapsed = Math.round(performance.now() - since.current)
    setPending(true)
    work()
      .then(({ sendForm }) => sendForm({ element, formName: settings.formName, locale, elapsed, t }))
      .then(
        (answer) => {
          isFocused.current = false
          setPending(false)
          setShown({ ...answer, locale })
        },
        // Without this code the form is sent as it is without JavaScript.
        () => element.submit(),
      )
  }

  /** A field that was wrong is looked at again while it is mended. */
  const onChange = ({ currentTarget: element, target }: ChangeEvent<HTMLFormElement>) => {
    const { name } = target
    if (!state?.errors[name]) return
    work().then(
      ({ checkAgain }) => setShown({ state: checkAgain({ element, name, state, t }), locale }),
      () => {},
    )
  }
  return { sent, state, pending, result, onSubmit, onChange }
}
