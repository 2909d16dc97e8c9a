import { Component, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { ProblemNote } from '../parts/states.tsx'
import { texts } from '../texts/texts.ts'

/** Keeps a fault of one page from taking the others down. Code that is gone from the server means a new build: it offers to reload. */
export class Guard extends Component<{ readonly children: ReactNode }, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {}

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (/dynamically imported module|Importing a module/.test(error.message))
      return (
        <div role="alert" className="m-4 rounded-md border border-ask bg-ask-tint p-3">
          <p className="mb-2">{texts.shell.newBuild}</p>
          <Button onClick={() => location.reload()}>{texts.shell.reload}</Button>
        </div>
      )
    return <ProblemNote error={error} onRetry={() => this.setState({})} />
  }
}
