// A page whose rendering fails in the browser becomes the error page; header and footer stay.
import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  fallback: ReactNode
  /** What is shown; something else is tried again. */
  of?: unknown
}
type State = { failed: boolean; of: unknown }

/** React knows error boundaries as classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, of: this.props.of }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: State) {
    return of === state.of ? null : { failed: false, of }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
