// A page whose rendering fails in the browser becomes the error page; header and footer stay.
import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: ReactNode }

/** React knows error boundaries as classes only. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
