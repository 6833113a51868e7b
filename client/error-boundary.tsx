// Error boundary: shows the error page if rendering fails in the browser; header and footer stay.
import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  fallback: ReactNode
  /** A change of this value resets the boundary. */
  of?: unknown
}
type State = { failed: boolean; of: unknown }

/** A class, because React has no error boundaries as functions. */
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
